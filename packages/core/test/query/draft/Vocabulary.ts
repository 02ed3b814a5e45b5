import type { PropertyType } from "@hedgerow/core/definitions/PropertyDefinition"
import type { Vocabulary } from "@hedgerow/core/query/draft/Vocabulary"

const named = <K extends "event" | "person">(kind: K, types: Readonly<Record<string, PropertyType | null>>) =>
  Object.entries(types).map(([name, type]) => ({ name, type, kind }))

/** The names of a shop. */
export const vocabulary: Vocabulary = {
  events: [
    "sign up",
    "$pageview",
    "purchase",
    "order_completed",
    "Video Played",
    "Checkout Started",
    "user_logged_in"
  ].map((name) => ({ name })),
  properties: [
    ...named("event", {
      plan: "String",
      $browser: "String",
      $current_url: "String",
      amount: "Numeric",
      order_value: "Numeric",
      is_trial: "Boolean",
      "utm source": "String",
      $geoip_country_name: "String",
      country: "String",
      loadTime: "Numeric",
      tags: null
    }),
    ...named("person", { email: "String", plan: "String", age: "Numeric" })
  ]
}
