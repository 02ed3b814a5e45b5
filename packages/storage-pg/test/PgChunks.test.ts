import { assert, layer } from "@effect/vitest"
import { chunkOf } from "@hedgerow/core/caching/Chunks"
import { CohortRepository } from "@hedgerow/core/cohorts/CohortRepository"
import { blankFlag } from "@hedgerow/core/flags/editing/FlagChanging"
import { FeatureFlag } from "@hedgerow/core/flags/model/FeatureFlag"
import { FeatureFlagRepository } from "@hedgerow/core/flags/model/FeatureFlagRepository"
import { PgStorage } from "@hedgerow/storage-pg"
import { CohortFixtures, fixtures } from "@hedgerow/testing/contracts"
import { PgTest } from "@hedgerow/testing/node"
import { DateTime, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"

const storage = PgStorage.layerPorts.pipe(Layer.provideMerge(PgTest.layer))

layer(storage, { excludeTestServices: true })("Parts in PostgreSQL", (it) => {
  it.effect("an operator's own SQL changes the hash of its rows, without a version", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const flags = yield* FeatureFlagRepository
      const cohorts = yield* CohortRepository
      const { id } = yield* fixtures.makeProject
      const flag = new FeatureFlag(blankFlag(yield* flags.nextId, "gate", id, "system", yield* DateTime.now))
      yield* flags.insert(flag)
      const cohort = yield* CohortFixtures.makeCohort(id, {})
      const hashes = Effect.all([
        Effect.map(flags.chunks(id), (chunks) => chunks.get(chunkOf(flag.id))),
        Effect.map(cohorts.chunks(id), (chunks) => chunks.get(chunkOf(cohort.id)))
      ])
      const before = yield* hashes
      yield* sql`UPDATE feature_flags SET last_called_at = now() WHERE project_id = ${id}`
      yield* sql`UPDATE cohorts SET count = 5, is_calculating = true WHERE project_id = ${id}`
      assert.deepStrictEqual(yield* hashes, before)
      yield* sql`UPDATE feature_flags SET filters = '{"groups": []}' WHERE project_id = ${id}`
      yield* sql`UPDATE cohorts SET filters = '{"properties": {}}' WHERE project_id = ${id}`
      const after = yield* hashes
      assert.notStrictEqual(after[0], before[0])
      assert.notStrictEqual(after[1], before[1])
      yield* sql`DELETE FROM feature_flags WHERE project_id = ${id}`
      assert.deepStrictEqual([...yield* flags.chunks(id)], [])
    }))
})
