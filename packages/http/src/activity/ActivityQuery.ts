import type { ActivityFilter, ActivityRealm } from "@hedgerow/core/activity/Activity"
import type { UserId } from "@hedgerow/core/identity/User"
import { InvalidInput } from "@hedgerow/core/shared/InvalidInput"
import { DateTime, Effect, Option, Schema } from "effect"
import { described } from "../shared/Described.ts"
import { activityPageParams } from "./ActivityPage.ts"
import { positiveInt } from "./PositiveInt.ts"

const text = Schema.optionalKey(Schema.String)

/** The query parameters of the lists over all scopes; an empty text asks for nothing. */
export const activityQuery = {
  ...activityPageParams,
  scope: described(text, "Only entries about this kind of thing, as in `FeatureFlag`."),
  scopes: described(text, "Only entries about these kinds of things, with commas between."),
  item_id: described(text, "Only entries about the thing with this id."),
  user: positiveInt("Only entries of this user, by id.", 2147483647),
  activity: described(text, "Only entries of this activity: `created`, `updated`, `deleted` and so on."),
  start_date: described(text, "Only entries since this day or time. A time without an offset is UTC."),
  end_date: described(text, "Only entries until this day or time, which is part of the range.")
}

type ActivityQuery = Schema.Struct<typeof activityQuery>["Type"]

const isoTime = /^(\d{4}-\d{2}-\d{2})(?:[T ]((?!24)\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(Z|[+ -]\d{2}:\d{2})?)?$/

/** The log can hold nothing outside of these. */
const earliest = DateTime.makeUnsafe(0)
const latest = DateTime.makeUnsafe("9999-01-01T00:00:00Z")

/** February has no 30th day, though dates are also read as if it had. */
const isDay = (day: string): boolean =>
  Option.exists(DateTime.make(`${day}T00:00Z`), (read) => DateTime.formatIsoDateUtc(read) === day)

/** A day, or a time of UTC unless it has an offset, whose `+` is a blank when the client did not escape it. */
const readTime = Effect.fnUntraced(function*(field: "end_date" | "start_date", sent: string) {
  const [found, day = "", time = "00:00", offset = "Z"] = isoTime.exec(sent.trim()) ?? []
  const read = found === undefined || !isDay(day)
    ? Option.none()
    : DateTime.make(`${day}T${time}${offset.replace(" ", "+")}`)
  if (Option.isNone(read)) {
    return yield* InvalidInput.at([field], "invalid_input", "Enter a valid date or date and time in ISO format.")
  }
  return { isDay: found === day, time: DateTime.clamp(read.value, { minimum: earliest, maximum: latest }) }
})

const readRange = Effect.fnUntraced(function*({ end_date, start_date }: ActivityQuery) {
  const start = start_date ? yield* readTime("start_date", start_date) : undefined
  const end = end_date ? yield* readTime("end_date", end_date) : undefined
  return {
    ...(start === undefined ? undefined : { from: start.time }),
    // The end is part of the range: the whole day, or the millisecond.
    ...(end === undefined
      ? undefined
      : { before: DateTime.add(end.time, end.isDay ? { days: 1 } : { milliseconds: 1 }) })
  }
})

/** The entries of a project or organisation that a query asks for. */
export const readActivityFilter = Effect.fnUntraced(function*(realm: ActivityRealm, query: ActivityQuery) {
  const { activity, item_id, scope, scopes, user } = query
  const filter: ActivityFilter = {
    ...realm,
    ...(scope ? { scope } : undefined),
    ...(scopes ? { scopes: scopes.split(",").map((one) => one.trim()) } : undefined),
    ...(item_id ? { itemId: item_id } : undefined),
    ...(user === undefined ? undefined : { userId: user as UserId }),
    ...(activity ? { activity } : undefined),
    ...(yield* readRange(query))
  }
  return filter
})
