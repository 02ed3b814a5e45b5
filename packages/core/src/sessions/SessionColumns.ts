const utm = ["source", "campaign", "medium", "term", "content"]

/** The click ids of advertisers that a first event may carry. */
const clickIds = [
  "gclid",
  "gad_source",
  "gclsrc",
  "dclid",
  "gbraid",
  "wbraid",
  "fbclid",
  "msclkid",
  "twclid",
  "li_fat_id",
  "mc_cid",
  "igshid",
  "ttclid",
  "_kx",
  "irclid"
]

/** The value of the earliest event that has one; an empty text is none. */
const entry = (property: string): string => `nullIf(argMin(properties.${property}, timestamp), '')`
/** The value of the latest event that has one. */
const exit = (property: string): string => `nullIf(argMax(properties.${property}, timestamp), '')`

const eventsOf = (...events: ReadonlyArray<string>): string =>
  `uniqIf(uuid, event in (${events.map((event) => `'${event}'`).join(", ")}))`

const seen = eventsOf("$pageview", "$screen", "$autocapture")
const duration = "dateDiff('second', min(timestamp), max(timestamp))"

/**
 * The columns of a session, each as SQL over the events that carry its id, in the order of `*`. A session without a page or a
 * screen is neither a bounce nor none.
 */
export const sessionColumns: ReadonlyMap<string, string> = new Map([
  ["session_id", "$session_id"],
  ["distinct_id", "argMin(distinct_id, timestamp)"],
  ["$start_timestamp", "min(timestamp)"],
  ["$end_timestamp", "max(timestamp)"],
  ["max_inserted_at", "max(created_at)"],
  ["$urls", "arraySort(groupUniqArrayIf(assumeNotNull(properties.$current_url), properties.$current_url is not null))"],
  ["$num_uniq_urls", "uniq(properties.$current_url)"],
  ["$entry_current_url", entry("$current_url")],
  ["$entry_pathname", `path(${entry("$current_url")})`],
  ["$entry_hostname", `domain(${entry("$current_url")})`],
  ["$end_current_url", exit("$current_url")],
  ["$end_pathname", `path(${exit("$current_url")})`],
  ["$end_hostname", `domain(${exit("$current_url")})`],
  ["$entry_referring_domain", entry("$referring_domain")],
  ...utm.map((name) => [`$entry_utm_${name}`, entry(`utm_${name}`)] as const),
  ...clickIds.map((name) => [`$entry_${name}`, entry(name)] as const),
  ["$pageview_count", eventsOf("$pageview")],
  ["$autocapture_count", eventsOf("$autocapture")],
  ["$screen_count", eventsOf("$screen")],
  ["$session_duration", duration],
  ["duration", duration],
  ["$is_bounce", `if(${eventsOf("$pageview", "$screen")} = 0, NULL, ${seen} < 2 and ${duration} < 10)`],
  ["$last_external_click_url", exit("$external_click_url")],
  ["$page_screen_autocapture_count_up_to", `least(${seen}, 2)`],
  ["$exit_current_url", exit("$current_url")],
  ["$exit_pathname", `path(${exit("$current_url")})`],
  ["$vitals_lcp", "toFloat(argMin(properties.$web_vitals_LCP_value, timestamp))"]
])
