/*
 * call.c - failures, their texts, and the way back to the caller during long
 * work.
 */
#include "internal.h"

#include <stdarg.h>
#include <stdio.h>

static const char call_sqlstates[][6] = BF_SQLSTATES;

enum bf_status
bf_fail(struct bf_call *call, enum bf_status status, const char *hint, const char *format, ...)
{
	va_list args;

	call->sqlstate = call_sqlstates[status];
	call->hint = hint;
	va_start(args, format);
	(void)vsnprintf(call->message, sizeof call->message, format, args);
	va_end(args);
	return status;
}

enum bf_status
bf_poll(struct bf_call *call)
{
	if (call->poll != NULL && call->poll(call->poll_arg))
		return bf_fail(call, BF_MSG_INTERRUPTED);
	return BF_OK;
}

struct bf_decimal
bf_decimal(double value, int digits)
{
	struct bf_decimal decimal;
	char *to = decimal.text;
	bool point = false;

	(void)snprintf(decimal.text, sizeof decimal.text, "%.*g", digits, value);

	/* What no number has in the C locale is the decimal point of another, of any length. */
	for (const char *from = decimal.text; *from != '\0'; from++)
	{
		if (strchr("0123456789+-.einfa", *from) != NULL)
			*to++ = *from;
		else if (!point)
		{
			point = true;
			*to++ = '.';
		}
	}
	*to = '\0';
	return decimal;
}
