import { EventRemoval, type GonePersons } from "@hedgerow/core/deletions/EventRemoval"
import type { EventSelection } from "@hedgerow/core/deletions/EventSelection"
import { EventStoreUnavailable } from "@hedgerow/core/events/EventStore"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { Effect, Layer } from "effect"
import { ClickHouse } from "../client/ClickHouse.ts"
import { unavailableOrDie } from "../events/InsertFailures.ts"
import { CopyProgress } from "../replication/AwaitCopies.ts"
import { copyTables } from "../schema/CopyTables.ts"
import { events, eventsByPerson } from "../schema/EventTables.ts"
import { deadLetters } from "../schema/Tables.ts"
import { boundKeys, type DeletionKeys, type IsKey, type KeysTable, removeRows, withKeys } from "./DeletionKeys.ts"

/** The texts of the columns that conditions name, in a table of events. */
interface EventFields {
  readonly person: string
  readonly distinctId: string
  readonly event: string
  readonly timestamp: string
  readonly insertedAt: string
}

const columns: EventFields = {
  person: "toString(person_id)",
  distinctId: "distinct_id",
  event: "event",
  timestamp: "toUnixTimestamp64Micro(timestamp)",
  insertedAt: "toUnixTimestamp64Micro(inserted_at)"
}

/** An event that was refused is kept as JSON. */
const letters: EventFields = {
  person: "JSONExtractString(event, 'person_id')",
  distinctId: "JSONExtractString(event, 'distinct_id')",
  event: "JSONExtractString(event, 'event')",
  timestamp: "JSONExtractInt(event, 'timestamp')",
  insertedAt: "JSONExtractInt(event, 'inserted_at')"
}

const keysOf = ({ distinctIds, events, personIds }: EventSelection): DeletionKeys => ({
  person: personIds,
  distinct_id: distinctIds,
  event: events
})

const whoseOf = (fields: EventFields, { distinctIds, personIds }: EventSelection, isKey: IsKey) => {
  const alternatives = [
    ...(personIds.length === 0 ? [] : [isKey(fields.person, "person")]),
    ...(distinctIds.length === 0 ? [] : [isKey(fields.distinctId, "distinct_id")])
  ]
  return alternatives.length === 0 ? [] : [`(${alternatives.join(" OR ")})`]
}

/** The condition on the rows of the selection. Times are whole numbers, and no value of a person stands in it. */
const conditionOf = (fields: EventFields, project: ProjectId, selection: EventSelection, isKey: IsKey): string =>
  [
    `project_id = ${project}`,
    `${fields.insertedAt} <= ${selection.until}`,
    ...whoseOf(fields, selection, isKey),
    ...(selection.events.length === 0 ? [] : [isKey(fields.event, "event")]),
    ...(selection.from === null ? [] : [`${fields.timestamp} >= ${selection.from}`]),
    ...(selection.to === null ? [] : [`${fields.timestamp} < ${selection.to}`])
  ].join(" AND ")

/** The key of a row of a copy as text, and the keys of a deletion that it is one of. */
const copyKeys: Readonly<Record<string, { readonly key: string; readonly of: string; readonly kind: string }>> = {
  persons: { key: "toString(id)", of: "toString(id)", kind: "person" },
  person_distinct_ids: { key: "distinct_id", of: "distinct_id", kind: "distinct_id" },
  person_overrides: { key: "toString(old_person_id)", of: "toString(old_person_id)", kind: "person" },
  cohort_members: {
    key: "concat(toString(cohort_id), '/', toString(person_id))",
    of: "toString(person_id)",
    kind: "person"
  }
}

/**
 * Removes the rows of a copy that are of no use any more: all of a key but its latest one, and that one too if it says that
 * the row is gone. Rows are named by key and position, so that those that come meanwhile stay.
 */
const removeCopy = Effect.fnUntraced(
  function*(table: (typeof copyTables)[number], project: ProjectId, keys: KeysTable) {
    const clickhouse = yield* ClickHouse
    const copy = copyKeys[table.name]
    if (copy === undefined) return
    const rows = `project_id = ${project} AND ${copy.of} IN ${keys.of(copy.kind)}`
    const name = `${clickhouse.database}.${table.name}`
    yield* clickhouse.command({
      sql: `INSERT INTO ${keys.name} SELECT '${table.name}', ${copy.key}, position FROM ${name}
      WHERE ${rows} AND (${copy.key}, position) NOT IN (
        SELECT ${copy.key}, position FROM ${name} FINAL WHERE ${rows} AND is_deleted = 0
      )`
    })
    yield* removeRows(
      table,
      `project_id = ${project} AND (${copy.key}, position) IN ${keys.of(table.name, "key, position")}`
    )
  }
)

/** The longest wait for the copies to have what was committed before. */
const copyPatience = "30 seconds"

const behind = () => new EventStoreUnavailable({ cause: new Error("the copies of persons are behind their originals") })

/** Removes events and copies of persons from ClickHouse, with all tables that hold them. */
export const layer: Layer.Layer<EventRemoval, never, ClickHouse | CopyProgress> = Layer.effect(
  EventRemoval,
  Effect.gen(function*() {
    const clickhouse = yield* ClickHouse
    const copies = yield* CopyProgress

    const count = Effect.fnUntraced(function*(project: ProjectId, selection: EventSelection) {
      const { isKey, params } = boundKeys(keysOf(selection))
      const condition = conditionOf(columns, project, selection, isKey)
      const sql = `SELECT count() FROM ${clickhouse.database}.events WHERE ${condition}`
      const { rows } = yield* clickhouse.query({ sql, params })
      return Number(rows[0]?.[0] ?? 0)
    })

    const remove = (project: ProjectId, selection: EventSelection) =>
      withKeys(
        { project, deletion: { events: selection }, keys: keysOf(selection) },
        ({ isKey }) =>
          Effect.gen(function*() {
            yield* removeRows(deadLetters, conditionOf(letters, project, selection, isKey))
            yield* removeRows(events, conditionOf(columns, project, selection, isKey))
            yield* removeRows(eventsByPerson, conditionOf(columns, project, selection, isKey))
          })
      )

    const awaitCopies = Effect.fnUntraced(function*(project: ProjectId) {
      const head = yield* copies.head(project)
      if (head > 0 && !(yield* copies.waitUntilPassed(project, head, copyPatience))) return yield* behind()
    })

    const removeCopies = Effect.fnUntraced(function*(project: ProjectId, persons: GonePersons) {
      yield* awaitCopies(project)
      const keys: DeletionKeys = { person: persons.personIds, distinct_id: persons.distinctIds }
      yield* withKeys(
        { project, deletion: { copies: persons }, keys },
        (table) => Effect.forEach(copyTables, (copy) => removeCopy(copy, project, table), { discard: true })
      )
    })

    return EventRemoval.of({
      count: Effect.fn("ClickHouseEventRemoval.count")(
        count,
        Effect.catch((error) => unavailableOrDie(error)),
        Effect.provideService(ClickHouse, clickhouse)
      ),
      remove: Effect.fn("ClickHouseEventRemoval.remove")(
        remove,
        Effect.catch((error) => unavailableOrDie(error)),
        Effect.provideService(ClickHouse, clickhouse)
      ),
      removeCopies: Effect.fn("ClickHouseEventRemoval.removeCopies")(
        removeCopies,
        Effect.catch((error) => error._tag === "EventStoreUnavailable" ? Effect.fail(error) : unavailableOrDie(error)),
        Effect.provideService(ClickHouse, clickhouse)
      )
    })
  })
)
