import { DateTime, Effect, Result } from "effect"
import { type KnownAction, KnownActions } from "../../actions/KnownActions.ts"
import type { Project } from "../../identity/Project.ts"
import { Queries } from "../../query/Queries.ts"
import { positiveInt4 } from "../../shared/Int4.ts"
import { isJsonRecord } from "../../shared/JsonRecord.ts"

/** The events of each name that are looked at, the names, and the days. */
const [sampled, maxNames, days] = [20, 20, 7]

const marked = (condition: string): string =>
  `SELECT count() FROM (SELECT properties FROM events WHERE ${condition} LIMIT ${sampled})
WHERE toString(properties) LIKE '%$feature/%'`

const ofAny = marked("timestamp >= toDateTime({since})")
const ofName = marked("event = {event} AND timestamp >= toDateTime({since})")

const parsed = (text: string | undefined): unknown =>
  text === undefined ? undefined : Result.getOrUndefined(Result.try((): unknown => JSON.parse(text)))

/** Events and actions as a filter of the older form names them: JSON texts of query parameters. */
export interface NamedEvents {
  readonly events?: string | undefined
  readonly actions?: string | undefined
}

const idsIn = (text: string | undefined): ReadonlyArray<unknown> => {
  const list = parsed(text)
  return Array.isArray(list) ? list.flatMap((entity) => isJsonRecord(entity) ? [entity["id"]] : []) : []
}

/** The names of the events that are named, by themselves or as steps of actions. */
const eventNames = ({ actions, events }: NamedEvents, known: ReadonlyArray<KnownAction>): ReadonlyArray<string> => {
  const ids = new Set(idsIn(actions).flatMap((id) => positiveInt4(id) ?? []))
  const ofSteps = known.filter(({ id }) => ids.has(id)).flatMap(({ steps }) => steps.map(({ event }) => event))
  const names = [...idsIn(events), ...ofSteps].filter((name) => typeof name === "string")
  return [...new Set(names)].slice(0, maxNames)
}

/** Looks into the latest events for the variants that SDKs add to them. */
export const makeFlagImplementation = Effect.gen(function*() {
  const queries = yield* Queries
  const known = yield* KnownActions

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
  return Effect.fnUntraced(function*(project: Project, named: NamedEvents) {
    const actions = named.actions === undefined ? [] : yield* known.of(project.id)
    const names = eventNames(named, actions)
    for (const name of names.length === 0 ? [undefined] : names) {
      if (yield* sample(project, name)) return false
    }
    return true
  })
})
