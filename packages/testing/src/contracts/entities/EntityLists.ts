import { assert, type Vitest } from "@effect/vitest"
import type { EntityRow, OwnerOf } from "@hedgerow/core/entities/Entity"
import {
  all,
  any,
  before,
  type Condition,
  contains,
  is,
  isEmpty,
  isIn,
  isNot,
  isNotIn,
  overlaps,
  since,
  type Where
} from "@hedgerow/core/entities/Where"
import { DateTime, Effect, Equal, Option } from "effect"
import { caseSteps, type EntityCase, type EntityPorts } from "./EntityCase.ts"

type Expectation = readonly [condition: Condition, holds: (value: unknown) => boolean]

const lower = (value: unknown): string => typeof value === "string" ? value.toLowerCase() : ""

const isScalar = (value: unknown): value is string | number | boolean | null =>
  value === null || typeof value === "string" || typeof value === "number" || typeof value === "boolean"

const aboutText = (field: string, text: string): ReadonlyArray<Expectation> => [
  [contains(field, text.slice(1).toUpperCase()), (value) => lower(value).includes(lower(text.slice(1)))],
  [contains(field, `${text} %_`), () => false],
  [contains(field, "\0"), () => false]
]

const aboutScalar = (field: string, one: string | number | boolean | null): ReadonlyArray<Expectation> => [
  [is(field, one), (value) => value === one],
  [isNot(field, one), (value) => value !== one],
  ...(one === null || typeof one === "boolean" ? [] : [
    [isIn(field, [one, one]), (value: unknown) => value === one] as const,
    [isIn(field, []), () => false] as const,
    [isNotIn(field, [one]), (value: unknown) => value !== null && value !== one] as const,
    [isNotIn(field, []), (value: unknown) => value !== null] as const
  ]),
  ...(typeof one === "string" && one.length > 1 && field !== "id" ? aboutText(field, one) : [])
]

const aboutList = (field: string, list: ReadonlyArray<string | number>): ReadonlyArray<Expectation> => [
  [isEmpty(field, true), (value) => Array.isArray(value) && value.length === 0],
  [isEmpty(field, false), (value) => Array.isArray(value) && value.length > 0],
  [overlaps(field, []), () => false],
  [overlaps(field, list), (value) => Array.isArray(value) && value.some((one) => list.includes(one as never))]
]

const aboutTime = (field: string, time: DateTime.Utc): ReadonlyArray<Expectation> => [
  [before(field, time), (value) => DateTime.isDateTime(value) && DateTime.isLessThan(value, time)],
  [since(field, time), (value) => DateTime.isDateTime(value) && DateTime.isGreaterThanOrEqualTo(value, time)]
]

/** Every condition that can be about a column with these values. */
const expectations = (field: string, values: ReadonlyArray<unknown>): ReadonlyArray<Expectation> => {
  const known = values.filter((value) => value !== null)
  const times = known.filter(DateTime.isDateTime).filter(DateTime.isUtc)
  if (known.length > 0 && times.length === known.length) return times.flatMap((time) => aboutTime(field, time))
  if (values.every(isScalar)) return values.flatMap((value) => aboutScalar(field, value))
  const lists = values.filter((value): value is ReadonlyArray<string | number> =>
    Array.isArray(value) && value.every((one) => typeof one === "string" || typeof one === "number")
  )
  return lists.length === values.length ? lists.flatMap((list) => aboutList(field, list)) : []
}

/** The rank of a value in an order: null after all others. */
const rankOf = (value: unknown): number | string => {
  if (value === null) return Infinity
  if (DateTime.isDateTime(value)) return DateTime.toEpochMillis(value)
  return typeof value === "string" ? value : Number(value)
}

const isUpTo = (left: number | string, right: number | string): boolean => right === Infinity || left <= right

/** Many rows: conditions, order, pages, and what is deleted. */
export const listTests = <Self, Row extends EntityRow, Derived extends object, Taken, Needs>(
  it: Vitest.MethodsNonLive<Self | EntityPorts | Needs>,
  of: EntityCase<Self, Row, Derived, Taken, Needs>
): void => {
  const { make, update } = caseSteps(of)
  const { entity, port } = of
  const { derive, isSoftDeleted, keptByUpdate, unique } = entity
  const valueOf = (row: Row, field: string): unknown => Reflect.get({ ...row, ...derive(row) }, field)
  const byId = (rows: ReadonlyArray<Row>) => rows.toSorted((left, right) => left.id < right.id ? -1 : 1)
  const isUnique = (field: string) => [unique?.field, ...of.unique ?? []].some((one) => one === field)
  const where = (condition: Condition) => condition as Where<Row & Derived>

  /** Rows that differ in every field, one field at a time and all at once; none is deleted. */
  const makeMany = Effect.fnUntraced(function*(owner: OwnerOf<Row>) {
    const changes = Object.entries(yield* of.changes(owner)).filter(([field]) => field !== "deleted")
    const single = changes.filter(([field]) => !keptByUpdate.has(field))
    return byId([
      yield* make(owner),
      ...(yield* Effect.forEach(single, (change) => make(owner, Object.fromEntries([change]) as Partial<Row>))),
      yield* make(owner, Object.fromEntries(changes.filter(([field]) => !isUnique(field))) as Partial<Row>)
    ])
  })

  it.effect("each condition on each column finds the rows that fulfil it", () =>
    Effect.gen(function*() {
      const repository = yield* port
      const id = yield* of.owner
      const rows = yield* makeMany(id)
      const asked: Array<string> = []
      for (const field of [...entity.fields, ...entity.derivedColumns]) {
        const distinct = new Map(rows.map((row) => [JSON.stringify(valueOf(row, field)), valueOf(row, field)]))
        for (const [condition, holds] of expectations(field, [...distinct.values()])) {
          asked.push(condition._tag)
          const found = yield* repository.all(id, { where: where(condition) })
          const expected = rows.filter((row) => holds(valueOf(row, field)))
          assert.deepStrictEqual(found.map((row) => row.id), expected.map((row) => row.id), JSON.stringify(condition))
        }
      }
      assert.includeMembers(asked, ["Is", "IsNot", "In", "NotIn"])
    }))

  it.effect("conditions are joined by all and any", () =>
    Effect.gen(function*() {
      const repository = yield* port
      const id = yield* of.owner
      const made = byId([yield* make(id), yield* make(id), yield* make(id)])
      const [first, second, third] = made as [Row, Row, Row]
      const ids = (condition: Condition) =>
        Effect.map(repository.all(id, { where: where(condition) }), (rows) => rows.map((row) => row.id))
      const isOneOf = any([is("id", first.id), is("id", third.id)])
      assert.deepStrictEqual(yield* ids(isOneOf), [first.id, third.id])
      assert.deepStrictEqual(yield* ids(all([isOneOf, is("id", third.id)])), [third.id])
      assert.deepStrictEqual(yield* ids(all<Condition>([])), [first.id, second.id, third.id])
      assert.deepStrictEqual(yield* ids(any<Condition>([])), [])
    }))

  it.effect("rows are ordered by each column in both directions, equal ones by id, page by page", () =>
    Effect.gen(function*() {
      const repository = yield* port
      const id = yield* of.owner
      const rows = yield* makeMany(id)
      for (const field of entity.fields) {
        const values = rows.map((row) => valueOf(row, field))
        if (!values.every((value) => isScalar(value) || DateTime.isDateTime(value))) continue
        const up = yield* repository.all(id, { order: [{ field, isDescending: false }] })
        const down = yield* repository.all(id, { order: [{ field, isDescending: true }] })
        assert.deepStrictEqual(down.map((row) => row.id), up.map((row) => row.id).toReversed(), field)
        const ordered = up.map((row) => rankOf(valueOf(row, field)))
        const inOrder = ordered.every((rank, at) => at === 0 || isUpTo(ordered[at - 1] ?? "", rank))
        assert.isTrue(inOrder, `${field}: ${JSON.stringify(ordered)}`)
      }
      const order = [{ field: "id", isDescending: true }] as const
      const pages = yield* Effect.forEach(
        [0, 2, 4, 1000],
        (offset) => repository.list(id, { order }, { limit: 2, offset })
      )
      assert.isTrue(pages.every(({ count }) => count === rows.length))
      const ids = rows.map((row) => row.id).toReversed()
      assert.deepStrictEqual(pages.flatMap(({ items }) => items.map((row) => row.id)), ids.slice(0, 6))
    }))

  it.effect("some rows are found by their ids, each once", () =>
    Effect.gen(function*() {
      const repository = yield* port
      const id = yield* of.owner
      const [first, second] = byId([yield* make(id), yield* make(id)]) as [Row, Row]
      const unknown = typeof first.id === "number" ? 2147483647 : "00000000-0000-0000-0000-000000000000"
      const found = yield* repository.findMany(id, [second.id, first.id, second.id, unknown])
      assert.deepStrictEqual(found.map((row) => row.id), [first.id, second.id])
      assert.deepStrictEqual(yield* repository.findMany(id, []), [])
      assert.isTrue(Option.isNone(yield* repository.find(id, unknown)))
    }))

  if (isSoftDeleted) {
    it.effect("a deleted row is found by its id, and elsewhere when it is asked for", () =>
      Effect.gen(function*() {
        const repository = yield* port
        const id = yield* of.owner
        const [row, other] = [yield* make(id), yield* make(id)]
        const gone = yield* update(row, { deleted: true })
        assert.isTrue(Equal.equals(Option.getOrThrow(yield* repository.findForUpdate(id, row.id)), gone))
        assert.deepStrictEqual((yield* repository.findMany(id, [row.id])).length, 1)
        assert.deepStrictEqual((yield* repository.all(id)).map((one) => one.id), [other.id])
        assert.deepStrictEqual((yield* repository.list(id, {}, { limit: 9, offset: 0 })).count, 1)
        const found = yield* repository.first(id, { where: where(is("id", row.id)) })
        assert.isTrue(Option.isNone(found))
        assert.deepStrictEqual((yield* repository.all(id, { includesDeleted: true })).length, 2)
      }))
  }

  if (unique?.taken !== undefined) {
    const { field, isFreedByDeletion, taken } = unique
    it.effect("a unique value is refused to another row of the project, and free in another one", () =>
      Effect.gen(function*() {
        const repository = yield* port
        const id = yield* of.owner
        const [row, other] = [yield* make(id), yield* make(id)]
        const same = { [field]: row[field] } as Partial<Row>
        const inserted = yield* Effect.flip(repository.create({ ...yield* of.fields(id), ...same }))
        const updated = yield* Effect.flip(repository.update(new entity.model({ ...other, ...same })))
        for (const refused of [inserted, updated]) assert.deepStrictEqual({ ...refused }, { ...taken(row) })
        yield* make(yield* of.owner, same)
        if (!isFreedByDeletion) return
        yield* update(row, { deleted: true })
        yield* update(other, same)
      }))
  }
}
