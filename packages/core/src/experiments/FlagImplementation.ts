import { DateTime, Effect, Result } from "effect"
import type { Project } from "../access/Project.ts"
import { Queries } from "../query/Queries.ts"
import { isJsonRecord } from "../shared/JsonRecord.ts"

/** So many events of each name are looked at, of so many names, of so many days. */
const [sampled, maxNames, days] = [20, 20, 7]

const marked = (condition: string): string =>
  `SELECT count() FROM (SELECT properties FROM events WHERE ${condition} LIMIT ${sampled})
WHERE toString(properties) LIKE '%$feature/%'`

const ofAny = marked("timestamp >= toDateTime({since})")
const ofName = marked("event = {event} AND timestamp >= toDateTime({since})")

const parsed = (text: string | undefined): unknown =>
  text === undefined ? undefined : Result.getOrUndefined(Result.try((): unknown => JSON.parse(text)))

/** The names of the events that a filter of the older form names, as the JSON text of a query parameter. */
export const eventNames = (events: string | undefined): ReadonlyArray<string> => {
  const list = parsed(events)
  const names = Array.isArray(list)
    ? list.flatMap((entity) => isJsonRecord(entity) && typeof entity["id"] === "string" ? [entity["id"]] : [])
    : []
  return [...new Set(names)].slice(0, maxNames)
}

/** Looks into the latest events for the variants that SDKs add to them. */
export const makeFlagImplementation = Effect.map(Queries, (queries) => {
  const sample = Effect.fnUntraced(function*(project: Project, event: string | undefined) {
    const since = DateTime.formatIso(DateTime.subtract(yield* DateTime.now, { days }))
    const { results } = yield* queries.run(project, {
      query: {
        kind: "ServiceSqlQuery",
        query: event === undefined ? ofAny : ofName,
        values: event === undefined ? { since } : { since, event }
      }
    })
    return Number(results[0]?.[0] ?? 0) > 0
  })

  /** Whether no sampled event has a variant: code has to add them. */
  return Effect.fnUntraced(function*(project: Project, events: string | undefined) {
    const names = eventNames(events)
    for (const name of names.length === 0 ? [undefined] : names) {
      if (yield* sample(project, name)) return false
    }
    return true
  })
})
