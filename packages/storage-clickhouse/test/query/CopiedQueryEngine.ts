import type { ProjectId } from "@hedgerow/core/identity/Project"
import { EngineAbilities } from "@hedgerow/core/query/EngineAbilities"
import { QueryEngine } from "@hedgerow/core/query/QueryEngine"
import { storedScan } from "@hedgerow/core/query/tables/Tables"
import type { QueryPlan } from "@hedgerow/sql/plan/Plan"
import { scansOf } from "@hedgerow/sql/plan/PlanWalk"
import type { ClickHouse } from "@hedgerow/storage-clickhouse/client/ClickHouse"
import { abilities } from "@hedgerow/storage-clickhouse/query/Abilities"
import * as ClickHouseQueryEngine from "@hedgerow/storage-clickhouse/query/ClickHouseQueryEngine"
import { copySnapshot, type CopySource } from "@hedgerow/storage-clickhouse/replication/CopySnapshot"
import * as SqlCopySource from "@hedgerow/storage-clickhouse/replication/SqlCopySource"
import { Effect, Layer, Stream } from "effect"

const source = SqlCopySource.layer(() => Effect.succeed(1))

const engine = Layer.effect(
  QueryEngine,
  Effect.gen(function*() {
    const engine = yield* QueryEngine
    const context = yield* Effect.context<ClickHouse | CopySource>()
    const copied = new Set<ProjectId>()
    const copy = Effect.fnUntraced(function*(plan: QueryPlan) {
      for (const { project } of scansOf(plan).map(storedScan)) {
        if (copied.has(project)) continue
        copied.add(project)
        yield* Effect.orDie(copySnapshot(project)).pipe(Effect.provide(context))
      }
    })
    return QueryEngine.of({
      estimate: (plan) => Effect.andThen(copy(plan), engine.estimate(plan)),
      run: (plan, options) => Effect.andThen(copy(plan), engine.run(plan, options)),
      stream: (plan, options) => Stream.unwrap(Effect.as(copy(plan), engine.stream(plan, options)))
    })
  })
).pipe(Layer.provide([ClickHouseQueryEngine.layer, source]))

/**
 * The engine on ClickHouse; persons, merges and groups of a project are copied from PostgreSQL before its first query.
 */
export const layer = Layer.merge(engine, Layer.succeed(EngineAbilities, abilities))
