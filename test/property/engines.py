"""The two engines, driven with the standard library alone."""

import os
import queue
import sqlite3
import subprocess
import threading

EXTENSION = os.path.abspath("bloomfilter.so" if os.path.exists("bloomfilter.so") else "bloomfilter.dylib")


class Failed(Exception):
    """A statement that failed; its text is the engine's message."""


class Lite:
    """SQLite in memory.  encoding: UTF-8, UTF-16le, UTF-16be."""

    name = "sqlite"

    def __init__(self, encoding="UTF-8"):
        self.db = sqlite3.connect(":memory:", isolation_level=None)
        self.db.execute('PRAGMA encoding = "%s"' % encoding)
        self.db.execute("CREATE TABLE settle (encoding)")
        assert self.db.execute("PRAGMA encoding").fetchone()[0] == encoding
        self.db.enable_load_extension(True)
        self.db.load_extension(EXTENSION)

    def rows(self, sql, *arguments):
        try:
            return self.db.execute(sql, arguments).fetchall()
        except (sqlite3.Error, OverflowError, MemoryError) as error:
            raise Failed("%s: %s" % (type(error).__name__, error) if not str(error) else str(error)) from None

    def one(self, sql, *arguments):
        return self.rows(sql, *arguments)[0][0]

    def load(self, table, columns, rows):
        self.db.execute("DROP TABLE IF EXISTS %s" % table)
        self.db.execute("CREATE TABLE %s (%s)" % (table, columns))
        self.db.execute("BEGIN")
        marks = ", ".join("?" * (columns.count(",") + 1))
        self.db.executemany("INSERT INTO %s VALUES (%s)" % (table, marks), rows)
        self.db.execute("COMMIT")


class Postgres:
    """One psql that stays; the server is the private one around us."""

    name = "postgres"

    def __init__(self):
        self.psql = subprocess.Popen(
            ["psql", "-XqAt", "-F", "|", "-P", "null=NULL", "-v", "VERBOSITY=verbose", "-v", "SHOW_CONTEXT=never"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip
        self.lines = queue.Queue()
        threading.Thread(target=self.read, daemon=True).start()
        self.asked = 0
        self.rows("SET client_min_messages = error")

    def read(self):
        for line in self.psql.stdout:
            self.lines.put(line.decode("utf-8").rstrip("\n"))
        self.lines.put(None)

    def rows(self, sql):
        """Rows of text; the statement needs no semicolon."""
        return self.send(sql + ";\n")

    def send(self, script):
        self.asked += 1
        mark = "-- end of %d" % self.asked
        self.psql.stdin.write(("%s\\echo '%s'\n" % (script, mark)).encode("utf-8"))
        self.psql.stdin.flush()
        found, errors = [], []
        while True:
            line = self.lines.get(timeout=120)
            if line is None:
                raise SystemExit("not ok - the connection to the server was lost: " + " ".join(found + errors))
            if line == mark:
                break
            if line.startswith(("ERROR:", "FATAL:", "PANIC:", "server closed", "connection to server")):
                errors.append(line)
            elif not line.startswith(("HINT:", "LOCATION:", "DETAIL:", "LINE ", "CONTEXT:")) or not errors:
                found.append(line)
        if errors:
            raise Failed(" ".join(errors))
        return [tuple(line.split("|")) for line in found]

    def one(self, sql):
        return self.rows(sql)[0][0]

    def load(self, table, columns, rows):
        """rows: tuples of text as COPY takes it, None for NULL."""
        self.rows("DROP TABLE IF EXISTS %s; CREATE TABLE %s (%s)" % (table, table, columns))
        escape = str.maketrans({"\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r"})
        data = "".join("\t".join("\\N" if v is None else v.translate(escape) for v in row) + "\n" for row in rows)
        self.send("COPY %s FROM stdin;\n%s\\.\n" % (table, data))

    def close(self):
        self.psql.stdin.close()
        return self.psql.wait(60)


def copied(value):
    """A Python value as COPY and casts of PostgreSQL read it, to the bit."""
    if value is None:
        return None
    if isinstance(value, bytes):
        return "\\x" + value.hex()
    if isinstance(value, float):
        return repr(value)
    return str(value)
