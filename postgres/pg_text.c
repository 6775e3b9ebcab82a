/*
 * pg_text.c
 *	  What may pass as text: its type, its collation, its encoding.
 */
#include "pg_key.h"

#include "access/htup_details.h"
#include "catalog/pg_aggregate.h"
#include "catalog/pg_collation.h"
#include "catalog/pg_type.h"
#include "mb/pg_wchar.h"
#include "nodes/execnodes.h"
#include "nodes/nodeFuncs.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/syscache.h"

void
pg_check_collation(struct pg_key_site *site, Oid collation, const char *function)
{
	struct bf_call call;

	/* The default collation of a database is always deterministic. */
	if (collation == site->collation || collation == InvalidOid ||
		collation == DEFAULT_COLLATION_OID)
		return;
	if (!get_collation_isdeterministic(collation))
		pg_check(bf_fail(&call, BF_MSG_COLLATION), function, &call);
	site->collation = collation;
}

/* Whether = of the type is equality of bytes (of char(n): but for blanks). */
static bool
is_text_type(Oid type)
{
	return type == TEXTOID || type == VARCHAROID || type == BPCHAROID || type == NAMEOID;
}

/*
 * Refuses an expression of type text when what is below its implicit
 * relabelling is of another type.
 */
static void
check_expression(Node *expr, const char *function)
{
	Oid			type;

	while (IsA(expr, RelabelType) &&
		   ((RelabelType *) expr)->relabelformat == COERCE_IMPLICIT_CAST)
		expr = (Node *) ((RelabelType *) expr)->arg;
	type = exprType(expr);
	if (!is_text_type(getBaseType(type)))
	{
		struct bf_call call;

		pg_check(bf_fail(&call, BF_MSG_TYPE_TEXT_LIKE, format_type_be(type)), function, &call);
	}
}

/* Whether transfn is the transition function of an aggregate. */
static bool
is_transition_of(Oid transfn, Oid aggregate)
{
	HeapTuple	tuple = SearchSysCache1(AGGFNOID, ObjectIdGetDatum(aggregate));
	bool		is;

	if (!HeapTupleIsValid(tuple))
		return false;
	is = ((Form_pg_aggregate) GETSTRUCT(tuple))->aggtransfn == transfn;
	ReleaseSysCache(tuple);
	return is;
}

void
pg_check_text(struct pg_key_site *site, FunctionCallInfo fcinfo, int argno, const char *function)
{
	FmgrInfo   *flinfo = fcinfo->flinfo;
	ListCell   *cell;

	if (site->is_text || flinfo == NULL)
		return;
	if (fcinfo->context != NULL && IsA(fcinfo->context, AggState))
	{
		/* Another aggregate may call ours inside its own, as Citus does. */
		Aggref	   *aggref = AggGetAggref(fcinfo);

		if (aggref != NULL && is_transition_of(flinfo->fn_oid, aggref->aggfnoid) &&
			list_length(aggref->args) >= argno)
			check_expression((Node *) list_nth_node(TargetEntry, aggref->args, argno - 1)->expr,
							 function);
	}
	else if (fcinfo->context != NULL && IsA(fcinfo->context, WindowAggState))
	{
		/* Which of the calls is running is not known; they are all to be refused. */
		foreach(cell, ((WindowAggState *) fcinfo->context)->funcs)
		{
			WindowFunc *wfunc = ((WindowFuncExprState *) lfirst(cell))->wfunc;

			if (is_transition_of(flinfo->fn_oid, wfunc->winfnoid) &&
				list_length(wfunc->args) >= argno)
				check_expression((Node *) list_nth(wfunc->args, argno - 1), function);
		}
	}
	else if (flinfo->fn_expr != NULL)
	{
		List	   *args = NIL;

		if (IsA(flinfo->fn_expr, FuncExpr))
			args = ((FuncExpr *) flinfo->fn_expr)->args;
		else if (IsA(flinfo->fn_expr, OpExpr))
			args = ((OpExpr *) flinfo->fn_expr)->args;
		if (list_length(args) > argno)
			check_expression((Node *) list_nth(args, argno), function);
	}
	site->is_text = true;
}

void
pg_text_to_utf8(struct pg_key *key, const char *text, int nbytes)
{
	char	   *utf8;

	if (GetDatabaseEncoding() == PG_UTF8 || GetDatabaseEncoding() == PG_SQL_ASCII)
	{
		bf_key_text(&key->key, text, nbytes);
		return;
	}
	utf8 = pg_server_to_any(text, nbytes, PG_UTF8);
	if (utf8 == text)
		bf_key_text(&key->key, text, nbytes);
	else
	{
		/* What was allocated before is freed here: a key owns one copy. */
		if (key->copy != NULL)
			pfree(key->copy);
		key->copy = utf8;
		bf_key_text(&key->key, utf8, strlen(utf8));
	}
}
