import { isJsonRecord, type JsonRecord, recordOrEmpty } from "@hedgerow/core/shared/JsonRecord"
import { deriveUuid } from "@hedgerow/core/shared/Uuid"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { ImportTarget } from "../import/ImportTarget.ts"
import { whole } from "../Progress.ts"
import { listAll, listPages, type ProjectApi } from "./ProjectApi.ts"
import type { Outcome } from "./Report.ts"

/** Where persons and groups are looked for, and where the events that make them go; without events nothing is made. */
export interface PeopleTarget {
  readonly api: ProjectApi
  readonly events: ImportTarget | undefined
  /** Tells how many are done. */
  readonly onProgress: (label: string, done: number) => Effect.Effect<void>
}

interface Person {
  readonly id: string
  readonly distinctIds: ReadonlyArray<string>
  readonly properties: JsonRecord
  readonly createdAt: string
}

const fallbackTime = "2020-01-01T00:00:00Z"

const timeOf = (value: unknown): string =>
  typeof value === "string" && !Number.isNaN(Date.parse(value)) ? value : fallbackTime

const personOf = (record: JsonRecord): Person => {
  const { created_at, distinct_ids, id, properties, uuid } = record
  return {
    id: String(uuid ?? id),
    distinctIds: Array.isArray(distinct_ids) ? distinct_ids.map(String) : [],
    properties: recordOrEmpty(properties),
    createdAt: timeOf(created_at)
  }
}

interface MadeEvent {
  readonly event: string
  readonly distinct_id: string
  readonly timestamp: string
  readonly properties: JsonRecord
}

/** The text of an event whose uuid follows from what it says, so that one that is sent again is the same one. */
const eventText = (event: MadeEvent): string =>
  JSON.stringify({ uuid: deriveUuid("import posthog", JSON.stringify(event)), ...event })

/** The person at the target that has one of these distinct ids. */
const personAt = Effect.fnUntraced(function*(api: ProjectApi, distinctIds: ReadonlyArray<string>) {
  for (const id of distinctIds) {
    const { body } = yield* api.send("GET", `persons/?distinct_id=${encodeURIComponent(id)}`)
    const [found] = isJsonRecord(body) && Array.isArray(body["results"]) ? body["results"].filter(isJsonRecord) : []
    if (found !== undefined) return personOf(found)
  }
  return undefined
})

/** The events that give a person what the target lacks of it: properties that it has keep their values. */
const eventsOf = ({ createdAt: timestamp, distinctIds, properties }: Person, there: Person | undefined) => {
  const [first] = there === undefined ? distinctIds : there.distinctIds
  if (first === undefined) return []
  const missing = Object.entries(properties).filter(([name]) => there?.properties[name] === undefined)
  const others = distinctIds.filter((id) => id !== first && there?.distinctIds.includes(id) !== true)
  const sets = there === undefined || missing.length > 0
    ? [{ event: "$set", distinct_id: first, timestamp, properties: { $set_once: Object.fromEntries(missing) } }]
    : []
  return [
    ...sets,
    ...others.map((alias) => ({ event: "$create_alias", distinct_id: first, timestamp, properties: { alias } }))
  ].map(eventText)
}

const counts = (what: string, made: number, there: number): ReadonlyArray<Outcome> => [
  ...(made === 0 ? [] : [{ what, name: whole(made), outcome: "made" as const, count: made }]),
  ...(there === 0 ? [] : [{ what, name: whole(there), outcome: "there" as const, count: there }])
]

const refused = (what: string, reason: string): ReadonlyArray<Outcome> => [
  { what, name: "all of them", outcome: "left out", note: reason }
]

const send = (target: PeopleTarget, events: ReadonlyArray<string>) =>
  target.events === undefined || events.length === 0 ? Effect.void : target.events.send(events)

/** Copies persons: their distinct ids, and the properties that the target has no value of. */
export const copyPersons = Effect.fnUntraced(
  function*(source: ProjectApi, target: PeopleTarget) {
    let [made, there] = [0, 0]
    yield* Stream.runForEach(listPages(source, "persons/", ""), (page) =>
      Effect.gen(function*() {
        const events: Array<string> = []
        for (const person of page.map(personOf)) {
          const missing = eventsOf(person, yield* personAt(target.api, person.distinctIds))
          if (missing.length === 0) there++
          else made++
          events.push(...missing)
        }
        yield* send(target, events)
        yield* target.onProgress("persons", made + there)
      }))
    return counts("persons", made, there)
  },
  Effect.catchTag("ListRefused", ({ reason }) => Effect.succeed(refused("persons", reason)))
)

/** The person in whose name groups are told: events of groups need one. */
const groupsAuthor = "hedgerow-import"

const groupQuery = (index: unknown, keys: ReadonlyArray<string>) => ({
  // What was asked before the groups came would be answered from the cache.
  refresh: "force_blocking",
  query: {
    kind: "HogQLQuery",
    query: "SELECT key FROM groups WHERE index = {index} AND key IN {keys} LIMIT 1000",
    values: { index, keys }
  }
})

/** The keys of those groups that the target has. */
const keysAt = Effect.fnUntraced(function*(api: ProjectApi, index: unknown, keys: ReadonlyArray<string>) {
  const { body } = yield* api.send("POST", "query/", groupQuery(index, keys))
  const rows = isJsonRecord(body) && Array.isArray(body["results"]) ? body["results"] : []
  return new Set(rows.flatMap((row: unknown) => Array.isArray(row) ? [String(row[0])] : []))
})

/** Copies groups that the target does not have, type by type in the order of their indexes. */
export const copyGroups = Effect.fnUntraced(
  function*(source: ProjectApi, target: PeopleTarget) {
    const types = yield* listAll(source, "groups_types/")
    let [made, there] = [0, 0]
    for (const type of types.toSorted((a, b) => Number(a["group_type_index"]) - Number(b["group_type_index"]))) {
      const index = type["group_type_index"]
      yield* Stream.runForEach(
        listPages(source, "groups/", `group_type_index=${String(index)}`),
        (page) =>
          Effect.gen(function*() {
            const known = yield* keysAt(target.api, index, page.map(({ group_key }) => String(group_key)))
            const missing = page.filter(({ group_key }) => !known.has(String(group_key)))
            yield* send(
              target,
              missing.map(({ created_at, group_key, group_properties }) =>
                eventText({
                  event: "$groupidentify",
                  distinct_id: groupsAuthor,
                  timestamp: timeOf(created_at),
                  properties: {
                    $group_type: String(type["group_type"]),
                    $group_key: String(group_key),
                    $group_set: recordOrEmpty(group_properties)
                  }
                })
              )
            )
            made += missing.length
            there += page.length - missing.length
            yield* target.onProgress("groups", made + there)
          })
      )
    }
    return counts("groups", made, there)
  },
  Effect.catchTag("ListRefused", ({ reason }) => Effect.succeed(refused("groups", reason)))
)
