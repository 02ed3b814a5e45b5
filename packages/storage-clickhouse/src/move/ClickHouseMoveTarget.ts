import { EventStore } from "@hedgerow/core/events/EventStore"
import type { EventTime } from "@hedgerow/core/events/EventTime"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import type { Uuid } from "@hedgerow/core/shared/Uuid"
import { Array, Effect } from "effect"
import { ClickHouse } from "../client/ClickHouse.ts"
import { completePersonScans } from "../events/CompletePersonScans.ts"
import { type EventPosition, positionKey } from "../events/EventPosition.ts"
import { unavailableOrDie } from "../events/InsertFailures.ts"
import { insertsEnded } from "../events/RunningInserts.ts"
import { uuidParts } from "../events/UuidLists.ts"
import { timeField } from "../protocol/TabSeparated.ts"
import type { Found, MoveTarget } from "./MovePorts.ts"

type Positions = Array.NonEmptyReadonlyArray<EventPosition>

const uuidsOf = (positions: ReadonlyArray<EventPosition>): ReadonlyArray<Uuid> => positions.map(({ uuid }) => uuid)

const keyOf = ([timestamp, uuid]: ReadonlyArray<unknown>): string =>
  positionKey({ timestamp: Number(timestamp) as EventTime, uuid: uuid as Uuid })

const storedAmong = Effect.fnUntraced(function*(project: ProjectId, positions: Positions) {
  const clickhouse = yield* ClickHouse
  const { rows } = yield* clickhouse.query({
    sql: `SELECT toUnixTimestamp64Micro(timestamp), toString(uuid), count() - uniqExact(inserted_at)
      FROM ${clickhouse.database}.events
      WHERE project_id = {project:Int32} AND uuid IN {uuids:Array(UUID)}
        AND timestamp BETWEEN {from:DateTime64(6, 'UTC')} AND {to:DateTime64(6, 'UTC')}
      GROUP BY timestamp, uuid`,
    params: {
      project,
      uuids: uuidsOf(positions),
      from: timeField(positions[0].timestamp),
      to: timeField(Array.lastNonEmpty(positions).timestamp)
    }
  })
  return rows
})

const refusedAmong = Effect.fnUntraced(function*(project: ProjectId, positions: ReadonlyArray<EventPosition>) {
  if (positions.length === 0) return []
  const clickhouse = yield* ClickHouse
  const { rows } = yield* clickhouse.query({
    sql: `SELECT DISTINCT JSONExtractInt(event, 'timestamp'), uuid FROM ${clickhouse.database}.dead_letters
      WHERE project_id = {project:Int64} AND uuid IN {uuids:Array(String)}`,
    params: { project, uuids: uuidsOf(positions) }
  })
  return rows
})

/** The positions that exist, in the order of their times. */
const foundAmong = Effect.fnUntraced(function*(project: ProjectId, positions: Positions) {
  const rows = yield* storedAmong(project, positions)
  const wanted = new Set(positions.map(positionKey))
  const stored = new Set(rows.map(keyOf).filter((key) => wanted.has(key)))
  const others = positions.filter((position) => !stored.has(positionKey(position)))
  const letters = (yield* refusedAmong(project, others)).map(keyOf)
  const found: Found = {
    stored,
    refused: new Set(letters.filter((key) => wanted.has(key) && !stored.has(key))),
    doubled: rows.reduce((sum, row) => sum + (wanted.has(keyOf(row)) ? Number(row[2]) : 0), 0)
  }
  return found
})

const nothing: Found = { stored: new Set(), refused: new Set(), doubled: 0 }

const both = (one: Found, other: Found): Found => ({
  stored: new Set([...one.stored, ...other.stored]),
  refused: new Set([...one.refused, ...other.refused]),
  doubled: one.doubled + other.doubled
})

/** The number of a project's events in the target, moved or not. */
export const countEvents = Effect.fn("ClickHouseMoveTarget.countEvents")(function*(project: ProjectId) {
  const clickhouse = yield* ClickHouse
  const { rows } = yield* clickhouse.query({
    sql: `SELECT count() FROM ${clickhouse.database}.events WHERE project_id = {project:Int32}`,
    params: { project }
  })
  return Number(rows[0]?.[0] ?? 0)
})

/** ClickHouse as what events are moved to. */
export const make: Effect.Effect<MoveTarget, never, ClickHouse | EventStore> = Effect.gen(function*() {
  const clickhouse = yield* ClickHouse
  const { append } = yield* EventStore
  return {
    append,
    complete: Effect.fn("ClickHouseMoveTarget.complete")(
      (project: ProjectId, positions: ReadonlyArray<EventPosition>) => completePersonScans(project, uuidsOf(positions)),
      Effect.provideService(ClickHouse, clickhouse),
      Effect.catch(unavailableOrDie)
    ),
    insertsEnded: Effect.provideService(insertsEnded(0), ClickHouse, clickhouse),
    found: Effect.fn("ClickHouseMoveTarget.found")(
      function*(project: ProjectId, positions: Positions) {
        const parts = yield* Effect.forEach(uuidParts(positions), (part) => foundAmong(project, part))
        return parts.reduce(both, nothing)
      },
      Effect.provideService(ClickHouse, clickhouse),
      Effect.catch(unavailableOrDie)
    )
  }
})
