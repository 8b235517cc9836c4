// SPDX-License-Identifier: GPL-3.0-or-later
// How a plain struct says which JSON fields it has, so that one codec serves all of them.
#pragma once

#include <QLatin1StringView>

#include <array>
#include <string_view>
#include <tuple>

namespace cohort::protocol {

/// One member and its name in JSON.
template<class Struct, class Member>
struct Field {
    const char *name;
    Member Struct::*member;
};

template<class Struct, class Member>
Field(const char *, Member Struct::*) -> Field<Struct, Member>;

/// The names of an enum's values in JSON, in order. Specialised beside each enum.
template<class Enum>
inline constexpr std::array<std::string_view, 0> enumNames{};

} // namespace cohort::protocol
