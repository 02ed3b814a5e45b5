import { eventUuid, type SentEvent } from "./SentEvent.ts"

const visit = (n: number, properties: SentEvent["properties"], event = "$pageview"): SentEvent => ({
  event,
  distinct_id: "kim",
  timestamp: `2024-11-01T09:${String(n).padStart(2, "0")}:00Z`,
  uuid: eventUuid(n),
  properties: { $session_id: `t${String(n).padStart(2, "0")}`, ...properties }
})

/** Sessions that came from everywhere, each of one event, and an element that was clicked. */
export const terraceEvents: ReadonlyArray<SentEvent> = [
  visit(1, {
    $referring_domain: "www.google.com",
    $current_url: "https://shop.example/b",
    $set: { $initial_referring_domain: "www.google.com" }
  }),
  visit(2, { $referring_domain: "www.google.com", utm_source: "google", utm_medium: "cpc" }),
  visit(3, { $referring_domain: "$direct" }),
  visit(4, { $referring_domain: "m.facebook.com" }),
  visit(5, { $referring_domain: "news.example" }),
  visit(6, { $referring_domain: "$direct", utm_source: "letter", utm_medium: "Email" }),
  visit(7, {}),
  visit(8, { utm_source: "youtube", utm_medium: "paid-video" }),
  visit(9, { utm_campaign: "Cross-Network spring", utm_source: "google", gclid: "g" }),
  visit(10, { utm_source: "pigeon", gad_source: "1" }),
  visit(11, { $referring_domain: "t.co" }),
  visit(
    12,
    {
      $elements_chain: "a.nav:attr__href=\"/plans\"attr_id=\"go\"href=\"/plans\"nth-child=\"1\"text=\"Our; plans\";"
        + "div:nth-child=\"2\";form.a:attr_id=\"f\"text=\"Our; plans\""
    },
    "$autocapture"
  )
]
