// What most tests read, precompiled once. Nothing relies on it; every file includes what it uses.
#include <doctest/doctest.h>

#include "pch/balls.hpp"
