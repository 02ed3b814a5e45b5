import { gives, refuses, type SqlGroup } from "../SqlCase.ts"

/** Sessions are groups of events, alone and beside their events. */
export const sessionCases: SqlGroup = {
  name: "sessions",
  project: "orchard",
  cases: [
    gives("select count() from sessions", [[3]]),
    gives(
      "select session_id, distinct_id, $start_timestamp, $end_timestamp, $session_duration, duration from sessions order by 1",
      [
        ["s1", "eve", "2024-11-01T09:00:00Z", "2024-11-01T09:05:30Z", 330, 330],
        ["s2", "eve", "2024-11-02T09:00:00Z", "2024-11-02T09:00:00Z", 0, 0],
        ["s3", "fay", "2024-11-03T09:00:00Z", "2024-11-03T09:00:05Z", 5, 5]
      ],
      { types: ["String", "String", "DateTime64(6, 'UTC')", "DateTime64(6, 'UTC')", "Int64", "Int64"] }
    ),
    gives(
      "select $entry_current_url, $entry_pathname, $entry_hostname, $end_current_url, $end_pathname, $num_uniq_urls from sessions order by id",
      [
        ["https://shop.example/a?x=1", "/a", "shop.example", "https://shop.example/b", "/b", 2],
        ["https://shop.example/", "/", "shop.example", "https://shop.example/", "/", 1],
        [null, null, null, null, null, 0]
      ]
    ),
    gives("select $entry_utm_source, $entry_gclid, $entry_referring_domain from sessions order by session_id", [
      ["news", "g1", null],
      [null, null, "search.example"],
      [null, null, null]
    ]),
    gives(
      "select $pageview_count, $screen_count, $autocapture_count, $page_screen_autocapture_count_up_to, $is_bounce from sessions order by id",
      [[2, 0, 1, 2, 0], [1, 0, 0, 1, 1], [0, 0, 0, 0, null]]
    ),
    gives("select $vitals_lcp, $last_external_click_url from sessions order by id", [
      [1250.5, "https://elsewhere.example/"],
      [null, null],
      [null, null]
    ]),
    gives("select event, session.$session_duration, session.id from events order by timestamp limit 2", [
      ["$pageview", 330, "s1"],
      ["$autocapture", 330, "s1"]
    ]),
    gives("select event, session.session_id, session.$pageview_count from events where $session_id = ''", [
      ["server", null, null]
    ]),
    gives("select count() from events where session.$is_bounce = 1", [[1]]),
    gives(
      "select avg(s.$session_duration) from events e join sessions s on s.session_id = e.$session_id where event = '$pageview'",
      [
        [220]
      ]
    ),
    gives("select count() from (select * from sessions)", [[3]]),
    gives("select s.id, count() from sessions s where s.$entry_utm_source is not null group by s.id", [["s1", 1]]),
    refuses("select $nothing from sessions", "Unable to resolve field: $nothing"),
    refuses("select session from events", "Can't select a table when a column is expected: session"),
    refuses("select session.$nothing from events", "Field not found: $nothing")
  ]
}
