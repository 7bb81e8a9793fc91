// Precompiled once a target: Boost.Multiprecision costs more to read than most sources here cost to compile.
// Nothing relies on it; every file includes what it uses.
#include <boost/multiprecision/gmp.hpp>
