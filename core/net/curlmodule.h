// SPDX-License-Identifier: GPL-3.0-or-later
// The face of the module cohort-curl: libcurl brings some thirty libraries, which a start without a request never
// needs.
#pragma once

#include <curl/curl.h>

extern "C" {

/// The functions of libcurl that are used, under their names without the prefix.
struct CohortCurl {
    decltype(&curl_easy_cleanup) easy_cleanup;
    decltype(&curl_easy_getinfo) easy_getinfo;
    decltype(&curl_easy_init) easy_init;
    decltype(&curl_easy_pause) easy_pause;
    decltype(&curl_easy_setopt) easy_setopt;
    decltype(&curl_easy_strerror) easy_strerror;
    decltype(&curl_multi_add_handle) multi_add_handle;
    decltype(&curl_multi_cleanup) multi_cleanup;
    decltype(&curl_multi_info_read) multi_info_read;
    decltype(&curl_multi_init) multi_init;
    decltype(&curl_multi_remove_handle) multi_remove_handle;
    decltype(&curl_multi_setopt) multi_setopt;
    decltype(&curl_multi_socket_action) multi_socket_action;
    decltype(&curl_slist_append) slist_append;
    decltype(&curl_slist_free_all) slist_free_all;
};

/// cohortCurl(): libcurl, made ready for use. Thread-safe.
using CohortCurlFunction = const CohortCurl *(*)();
}
