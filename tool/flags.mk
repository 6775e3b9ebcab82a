# Compiler flags of every build of our C; the Makefile and postgres/pgxs.mk read them.
WARN_FLAGS = -std=c11 -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes

# The sizing must come out the same on every CPU: no fused multiply-add, and no
# x87 registers on i386.
MATH_FLAGS = -ffp-contract=off $(if $(filter i386-% i486-% i586-% i686-%,\
               $(shell $(CC) -dumpmachine)),-msse2 -mfpmath=sse)
