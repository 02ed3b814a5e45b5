import { EventStore } from "@hedgerow/core/events/EventStore"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { GroupRepository } from "@hedgerow/core/persons/GroupRepository"
import { PersonRepository } from "@hedgerow/core/persons/PersonRepository"
import { QueryEngine } from "@hedgerow/core/query/QueryEngine"
import { deriveUuid } from "@hedgerow/core/shared/Uuid"
import { ClickHouse } from "@hedgerow/storage-clickhouse/client/ClickHouse"
import * as ClickHouseQueryEngine from "@hedgerow/storage-clickhouse/query/ClickHouseQueryEngine"
import * as PgStorage from "@hedgerow/storage-pg/PgStorage"
import { TestApi } from "@hedgerow/testing"
import { type SeedRows, SeedTables } from "@hedgerow/testing/contracts"
import { PgTest } from "@hedgerow/testing/node"
import { Context, Effect, Layer } from "effect"
import * as EventStoreTest from "../../EventStoreTest.ts"
import * as ChSeedTables from "../ChSeedTables.ts"

type Engine = QueryEngine["Service"]

/** The same rows in the memory storage, in PostgreSQL and in ClickHouse. */
export class Engines extends Context.Service<Engines, {
  readonly memory: Engine
  readonly postgres: Engine
  readonly clickhouse: Engine
  /** ClickHouse without the dialect. */
  readonly native: ClickHouse["Service"]
  readonly seed: (project: ProjectId, rows: SeedRows) => Effect.Effect<void>
}>()("@hedgerow/storage-clickhouse/test/query/differential/Engines") {}

/** Writes rows through the ports of a storage. */
const seedPorts = Effect.fnUntraced(function*(project: ProjectId, rows: SeedRows) {
  const events = yield* EventStore
  const persons = yield* PersonRepository
  const groups = yield* GroupRepository
  yield* events.append(deriveUuid(project, "batch"), rows.events ?? [])
  yield* persons.apply(project, {
    upserted: rows.persons ?? [],
    assigned: (rows.person_distinct_ids ?? []).map((row) => ({ distinctId: row.distinct_id, personId: row.person_id })),
    merged: [],
    overridden: (rows.person_overrides ?? []).map((row) => ({ from: row.old_person_id, into: row.person_id })),
    returned: []
  }).uncaptured
  yield* groups.save(project, rows.groups ?? []).uncaptured
}, Effect.orDie)

const postgresPorts = PgStorage.layerPorts.pipe(Layer.provide(PgTest.layer))
const clickhousePorts = Layer.mergeAll(ClickHouseQueryEngine.layer, ChSeedTables.layer).pipe(
  Layer.provideMerge(EventStoreTest.clickhouse)
)

export const layer: Layer.Layer<Engines> = Layer.effect(
  Engines,
  Effect.gen(function*() {
    const memory = yield* Layer.build(TestApi.layer)
    const postgres = yield* Layer.build(postgresPorts)
    const clickhouse = yield* Layer.build(clickhousePorts)
    return Engines.of({
      memory: Context.get(memory, QueryEngine),
      postgres: Context.get(postgres, QueryEngine),
      clickhouse: Context.get(clickhouse, QueryEngine),
      native: Context.get(clickhouse, ClickHouse),
      seed: Effect.fnUntraced(function*(project: ProjectId, rows: SeedRows) {
        yield* Effect.provide(seedPorts(project, rows), memory)
        yield* Effect.provide(seedPorts(project, rows), postgres)
        yield* Context.get(clickhouse, SeedTables).seed(project, rows)
      })
    })
  })
)
