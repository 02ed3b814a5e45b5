import type { Event } from "@hedgerow/core/events/Event"
import type { EventTime } from "@hedgerow/core/events/EventTime"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import type { Uuid } from "@hedgerow/core/shared/Uuid"
import { ClickHouse } from "@hedgerow/storage-clickhouse/client/ClickHouse"
import { StoredRows } from "@hedgerow/testing/contracts"
import { Effect, Layer } from "effect"

const times = ["timestamp", "sent_at", "received_at", "inserted_at", "person_created_at"] as const
const texts = [
  "uuid",
  "event",
  "distinct_id",
  "person_id",
  "person_mode",
  "properties",
  "derived",
  "person_properties",
  "group_0",
  "group_1",
  "group_2",
  "group_3",
  "group_4",
  "session_id",
  "window_id",
  "elements_chain",
  "lib"
] as const

const columns = [
  "project_id",
  ...texts.map((name) => `toString(${name})`),
  ...times.map((name) => `toUnixTimestamp64Micro(${name})`)
]

const eventOf = ([project, ...cells]: ReadonlyArray<unknown>): Event => {
  const text = texts.map((name, at) => [name, cells[at]])
  const time = times.map((name, at) => {
    const micros = cells[texts.length + at]
    return [name, micros === null ? null : Number(micros) as EventTime]
  })
  return { project_id: Number(project), ...Object.fromEntries([...text, ...time]) } as Event
}

/** All events of a project in a table of events. */
export const storedEvents = Effect.fnUntraced(function*(project: ProjectId, table = "events") {
  const clickhouse = yield* ClickHouse
  const { rows } = yield* clickhouse.query({
    sql: `SELECT ${columns.join(", ")} FROM ${clickhouse.database}.${table} WHERE project_id = {project:Int32}`,
    params: { project }
  })
  return rows.map(eventOf)
})

/** Reads the tables themselves. */
export const layer: Layer.Layer<StoredRows, never, ClickHouse> = Layer.effect(
  StoredRows,
  Effect.gen(function*() {
    const clickhouse = yield* ClickHouse
    const copies = (columns: string, table: string, project: ProjectId) =>
      clickhouse.query({
        sql: `SELECT ${columns} FROM ${clickhouse.database}.${table} FINAL WHERE project_id = {project:Int32}`,
        params: { project }
      })
    return StoredRows.of({
      events: (project) => Effect.orDie(Effect.provideService(storedEvents(project), ClickHouse, clickhouse)),
      personIds: (project) =>
        Effect.orDie(Effect.map(copies("id", "persons", project), ({ rows }) => rows.map(([id]) => id as Uuid))),
      overrides: (project) =>
        copies("old_person_id, person_id", "person_overrides", project).pipe(
          Effect.map(({ rows }) => new Map(rows.map(([old, id]) => [old as Uuid, id as Uuid]))),
          Effect.orDie
        )
    })
  })
)
