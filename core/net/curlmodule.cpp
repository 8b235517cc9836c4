// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/net/curlmodule.h"

extern "C" __attribute__((visibility("default"))) const CohortCurl *cohortCurl()
{
    static const CohortCurl functions = [] {
        curl_global_init(CURL_GLOBAL_DEFAULT);
        return CohortCurl{.easy_cleanup = &curl_easy_cleanup,
                          .easy_getinfo = &curl_easy_getinfo,
                          .easy_init = &curl_easy_init,
                          .easy_pause = &curl_easy_pause,
                          .easy_setopt = &curl_easy_setopt,
                          .easy_strerror = &curl_easy_strerror,
                          .multi_add_handle = &curl_multi_add_handle,
                          .multi_cleanup = &curl_multi_cleanup,
                          .multi_info_read = &curl_multi_info_read,
                          .multi_init = &curl_multi_init,
                          .multi_remove_handle = &curl_multi_remove_handle,
                          .multi_setopt = &curl_multi_setopt,
                          .multi_socket_action = &curl_multi_socket_action,
                          .slist_append = &curl_slist_append,
                          .slist_free_all = &curl_slist_free_all};
    }();
    return &functions;
}
