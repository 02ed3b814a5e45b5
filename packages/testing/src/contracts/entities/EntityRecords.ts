import { assert, type Vitest } from "@effect/vitest"
import type { EntityRow } from "@hedgerow/core/entities/Entity"
import { Transaction } from "@hedgerow/core/shared/Transaction"
import { Effect, Equal, Option } from "effect"
import { caseSteps, type EntityCase, type EntityPorts } from "./EntityCase.ts"

const isText = ([, value]: readonly [string, unknown]): boolean => typeof value === "string"

/** One row at a time: it comes back, is changed, is locked, is removed, and is of its project alone. */
export const recordTests = <Self, Row extends EntityRow, Derived extends object, Taken, Needs>(
  it: Vitest.MethodsNonLive<Self | EntityPorts | Needs>,
  of: EntityCase<Self, Row, Derived, Taken, Needs>
): void => {
  const { changed, make, stored, update } = caseSteps(of)
  const { entity: { fields, keptByUpdate }, port } = of

  it.effect("a row comes back as it was inserted, with any value of each field", () =>
    Effect.gen(function*() {
      const id = yield* of.owner
      const changes = yield* of.changes(id)
      const plain = yield* make(id)
      assert.isTrue(Equal.equals(yield* stored(plain), plain))
      const full = yield* make(id, changes)
      assert.isTrue(Equal.equals(yield* stored(full), full))
      const unchanged = fields.filter((field) => !keptByUpdate.has(field) && !(field in changes))
      assert.deepStrictEqual(unchanged, [], "fields without another value")
    }))

  it.effect("an update replaces each field, and leaves alone those it must", () =>
    Effect.gen(function*() {
      const id = yield* of.owner
      const row = yield* make(id)
      const changes = yield* of.changes(id)
      for (const [field, value] of Object.entries(changes)) {
        const after = yield* update(row, { [field]: value })
        const expected = keptByUpdate.has(field) ? row : changed(row, { [field]: value })
        assert.isTrue(Equal.equals(after, expected), field)
      }
      yield* update(row, changes)
      assert.isTrue(Equal.equals(yield* update(row, {}), row), "back to what it was")
    }))

  it.effect("ids are given once, also to many at once, and grow where they are numbers", () =>
    Effect.gen(function*() {
      const repository = yield* port
      const ids = yield* Effect.all(Array.from({ length: 20 }, () => repository.nextId), { concurrency: "unbounded" })
      const { id } = yield* make(yield* of.owner)
      assert.strictEqual(new Set([...ids, id]).size, 21)
      if (typeof id === "number") assert.isTrue(ids.every((one) => Number(one) < id))
    }))

  it.effect("concurrent writers that lock a row lose no update", () =>
    Effect.gen(function*() {
      const repository = yield* port
      const { run } = yield* Transaction
      const id = yield* of.owner
      const row = yield* make(id)
      const changes = Object.entries(yield* of.changes(id)).filter(([field]) => !keptByUpdate.has(field))
      const change = ([field, value]: [string, unknown]) =>
        run(Effect.gen(function*() {
          const found = Option.getOrThrow(yield* repository.findForUpdate(id, row.id))
          yield* Effect.yieldNow
          yield* Effect.orDie(repository.update(changed(found, { [field]: value })))
        }))
      yield* Effect.forEach(changes, change, { concurrency: "unbounded" })
      assert.isTrue(Equal.equals(yield* stored(row), changed(row, Object.fromEntries(changes))))
    }))

  it.effect("the lock of a project's rows lets one transaction in at a time", () =>
    Effect.gen(function*() {
      const repository = yield* port
      const { run } = yield* Transaction
      const id = yield* of.owner
      const addOnce = run(Effect.gen(function*() {
        yield* repository.lock(id)
        const known = yield* repository.all(id)
        yield* Effect.yieldNow
        if (known.length === 0) yield* make(id)
      }))
      yield* Effect.all(Array.from({ length: 8 }, () => addOnce), { concurrency: "unbounded" })
      assert.strictEqual((yield* repository.all(id)).length, 1)
    }))

  it.effect("a text that cannot be stored as it is never becomes another one", () =>
    Effect.gen(function*() {
      const id = yield* of.owner
      const row = yield* make(id)
      const [field = ""] = Object.entries({ ...yield* of.fields(id), ...yield* of.changes(id) }).find(isText) ?? []
      for (const text of ["NUL \0", "half \ud800"]) {
        const exit = yield* Effect.exit(update(row, { [field]: text }))
        assert.strictEqual(exit._tag, "Failure")
      }
      assert.isTrue(Equal.equals(yield* stored(row), row))
    }))

  it.effect("a removed row is gone, and only that one", () =>
    Effect.gen(function*() {
      const repository = yield* port
      const id = yield* of.owner
      const [row, other] = [yield* make(id), yield* make(id)]
      yield* repository.remove(id, row.id)
      assert.isTrue(Option.isNone(yield* repository.find(id, row.id)))
      assert.deepStrictEqual((yield* repository.all(id)).map((one) => one.id), [other.id])
    }))

  it.effect("no method sees or changes another project's rows", () =>
    Effect.gen(function*() {
      const repository = yield* port
      const [here, there] = [yield* of.owner, yield* of.owner]
      const row = yield* make(here)
      assert.isTrue(Option.isNone(yield* repository.find(there, row.id)))
      assert.isTrue(Option.isNone(yield* repository.findForUpdate(there, row.id)))
      assert.isTrue(Option.isNone(yield* repository.first(there, { includesDeleted: true })))
      assert.deepStrictEqual(yield* repository.findMany(there, [row.id]), [])
      assert.deepStrictEqual(yield* repository.all(there, { includesDeleted: true }), [])
      assert.deepStrictEqual(yield* repository.list(there, {}, { limit: 9, offset: 0 }), { items: [], count: 0 })
      yield* Effect.orDie(repository.update(changed(row, { ...yield* of.changes(here), [of.entity.owner]: there })))
      yield* repository.remove(there, row.id)
      assert.isTrue(Equal.equals(yield* stored(row), row))
    }))
}
