import { assert, type Vitest } from "@effect/vitest"
import { chunkOf } from "@hedgerow/core/caching/Chunks"
import type { EntityRow } from "@hedgerow/core/entities/Entity"
import type { HashedEntityRepository } from "@hedgerow/core/entities/EntityRepository"
import { type Context, Effect } from "effect"
import { caseSteps, type EntityCase, type EntityPorts } from "./EntityCase.ts"

/** Tests of the hashes that show changes of a project's rows. */
export const hashTests = <Self, Row extends EntityRow, Derived extends object, Taken, Needs>(
  it: Vitest.MethodsNonLive<Self | EntityPorts | Needs>,
  of: EntityCase<Self, Row, Derived, Taken, Needs>,
  port: Context.Key<Self, HashedEntityRepository<Row, Derived, Taken>>
): void => {
  const { make, update } = caseSteps(of)
  const { isSoftDeleted, keptByUpdate, uncounted } = of.entity

  it.effect("a chunk's hash is another after a change of any field that counts, and of no other", () =>
    Effect.gen(function*() {
      const repository = yield* port
      const id = yield* of.owner
      const row = yield* make(id)
      const hash = Effect.map(repository.chunks(id), (chunks) => chunks.get(chunkOf(Number(row.id))))
      const changes = Object.entries(yield* of.changes(id)).filter(([field]) => !keptByUpdate.has(field))
      for (const [field, value] of changes) {
        const before = yield* hash
        yield* update(row, { [field]: value })
        const after = yield* hash
        if (uncounted.has(field)) assert.strictEqual(after, before, field)
        else assert.notStrictEqual(after, before, field)
        yield* update(row, {})
        if (!uncounted.has(field)) assert.notStrictEqual(yield* hash, after, `${field} again`)
      }
    }))

  it.effect("chunks hold every row of the project that is not deleted, and of no other one", () =>
    Effect.gen(function*() {
      const repository = yield* port
      const [here, there] = [yield* of.owner, yield* of.owner]
      const made = [yield* make(here), yield* make(here), yield* make(here)]
      const plain: Partial<Row> = {}
      if (isSoftDeleted) yield* make(here, { ...plain, deleted: true })
      const hashes = yield* repository.chunks(here)
      const found = yield* repository.inChunks(here, [...hashes.keys()])
      assert.deepStrictEqual(found.map(({ id }) => id), made.map(({ id }) => id))
      assert.deepStrictEqual(yield* repository.inChunks(here, []), [])
      assert.deepStrictEqual([...yield* repository.chunks(there)], [])
      assert.deepStrictEqual(yield* repository.inChunks(there, [...hashes.keys()]), [])
      yield* make(there)
      assert.deepStrictEqual([...yield* repository.chunks(here)], [...hashes])
    }))
}
