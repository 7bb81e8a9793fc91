// What most sources above core read, precompiled once a target. Nothing relies on it; every file includes what it uses.
#include "accounting/numeric/ball.hpp"
#include "core/json.hpp"
#include "pch/exact_numbers.hpp"
