import { assert, layer } from "@effect/vitest"
import { CohortRepository } from "@hedgerow/core/cohorts/CohortRepository"
import { PersonRepository } from "@hedgerow/core/persons/PersonRepository"
import { Transaction } from "@hedgerow/core/shared/Transaction"
import { deriveUuid } from "@hedgerow/core/shared/Uuid"
import { PgStorage } from "@hedgerow/storage-pg"
import { CohortFixtures, fixtures } from "@hedgerow/testing/contracts"
import { PgTest } from "@hedgerow/testing/node"
import { Deferred, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"

const storage = PgStorage.layerPorts.pipe(Layer.provideMerge(PgTest.layer))

const everybody = { after: undefined, until: undefined }

layer(storage, { excludeTestServices: true })("Members of cohorts in PostgreSQL", (it) => {
  it.effect("a cohort's calculation that meets a merge waits for it before it removes anybody", () =>
    Effect.gen(function*() {
      const { run } = yield* Transaction
      const persons = yield* PersonRepository
      const cohorts = yield* CohortRepository
      const sql = yield* SqlClient.SqlClient
      const { id } = yield* fixtures.makeProject
      const [goes, comes] = [deriveUuid(id, "goes"), deriveUuid(id, "comes")]
      for (const name of ["goes", "comes"]) yield* persons.apply(id, fixtures.newPerson(id, [name])).uncaptured
      const cohort = yield* CohortFixtures.makeCohort(id, {})
      yield* cohorts.addMembers(id, cohort.id, [goes]).uncaptured
      const locked = yield* Deferred.make<void>()
      let runs = 0
      const merging = run(Effect.gen(function*() {
        runs++
        yield* persons.lockByDistinctIds(id, ["goes", "comes"])
        yield* Deferred.succeed(locked, undefined)
        yield* Effect.sleep("50 millis")
        const free = yield* sql`SELECT person_id FROM cohort_members WHERE project_id = ${id} FOR UPDATE SKIP LOCKED`
        yield* persons.apply(id, fixtures.personChanges({ merged: [{ from: goes, into: comes }] })).uncaptured
        return free
      }))
      const calculating = Effect.andThen(
        Deferred.await(locked),
        cohorts.replaceMembers(id, cohort.id, everybody, [comes]).uncaptured
      )
      const [free] = yield* Effect.all([merging, calculating], { concurrency: "unbounded" })
      assert.deepStrictEqual([free, runs], [[{ person_id: goes }], 1])
      const { items } = yield* cohorts.members(id, cohort.id, { limit: 10, offset: 0 })
      assert.deepStrictEqual(items, [comes])
    }))

  it.effect.each(["adds", "replaces"])(
    "who %s a cohort's members and loses a deadlock does it again",
    (how) =>
      Effect.gen(function*() {
        const { run } = yield* Transaction
        const persons = yield* PersonRepository
        const cohorts = yield* CohortRepository
        const { id } = yield* fixtures.makeProject
        yield* persons.apply(id, fixtures.newPerson(id, ["x"])).uncaptured
        const cohort = yield* CohortFixtures.makeCohort(id, {})
        const locked = yield* Deferred.make<void>()
        const crossing = run(Effect.gen(function*() {
          yield* cohorts.findForUpdate(id, cohort.id)
          yield* Deferred.succeed(locked, undefined)
          yield* Effect.sleep("50 millis")
          yield* persons.lockByDistinctIds(id, ["x"])
        }))
        const x = [deriveUuid(id, "x")]
        const change = how === "adds"
          ? cohorts.addMembers(id, cohort.id, x).uncaptured
          : cohorts.replaceMembers(id, cohort.id, everybody, x).uncaptured
        const changing = Effect.andThen(Deferred.await(locked), change)
        yield* Effect.all([crossing, changing], { concurrency: "unbounded" })
        assert.strictEqual(yield* cohorts.countMembers(id, cohort.id), 1)
      })
  )
})
