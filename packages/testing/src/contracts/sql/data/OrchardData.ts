import { eventUuid, type SentEvent } from "./SentEvent.ts"

const shop = "https://shop.example"

const sent = (
  n: number,
  timestamp: string,
  event: string,
  session: string | undefined,
  properties: SentEvent["properties"] = {}
): SentEvent => ({
  event,
  distinct_id: session === "s3" ? "fay" : "eve",
  timestamp,
  uuid: eventUuid(n),
  properties: { ...(session === undefined ? undefined : { $session_id: session }), ...properties }
})

/** Three sessions of two people, and an event of a server. */
export const orchardEvents: ReadonlyArray<SentEvent> = [
  sent(1, "2024-11-01T09:00:00Z", "$pageview", "s1", {
    $current_url: `${shop}/a?x=1`,
    utm_source: "news",
    gclid: "g1"
  }),
  sent(2, "2024-11-01T09:01:00Z", "$autocapture", "s1", {
    $current_url: `${shop}/a?x=1`,
    $external_click_url: "https://elsewhere.example/"
  }),
  sent(3, "2024-11-01T09:02:00Z", "$web_vitals", "s1", { $web_vitals_LCP_value: 1250.5 }),
  sent(4, "2024-11-01T09:05:30Z", "$pageview", "s1", { $current_url: `${shop}/b`, utm_source: "late", utm_medium: "" }),
  sent(5, "2024-11-02T09:00:00Z", "$pageview", "s2", {
    $current_url: `${shop}/`,
    $referring_domain: "search.example"
  }),
  sent(6, "2024-11-03T09:00:00Z", "ripen", "s3"),
  sent(7, "2024-11-03T09:00:05Z", "ripen", "s3"),
  sent(8, "2024-11-04T09:00:00Z", "server", undefined)
]
