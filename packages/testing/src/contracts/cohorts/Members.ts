import { assert, type Vitest } from "@effect/vitest"
import type { Cohort } from "@hedgerow/core/cohorts/Cohort"
import { CohortRepository } from "@hedgerow/core/cohorts/CohortRepository"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { PersonRepository } from "@hedgerow/core/persons/PersonRepository"
import { Transaction } from "@hedgerow/core/shared/Transaction"
import { deriveUuid, type Uuid } from "@hedgerow/core/shared/Uuid"
import { Deferred, Effect } from "effect"
import { makeProject, makeTwoProjects, personChanges } from "../fixtures.ts"
import { makePersons, merge } from "../person/Letters.ts"
import { type CohortPorts, makeCohort } from "./CohortFixtures.ts"

const ids = (project: ProjectId, letters: string): ReadonlyArray<Uuid> =>
  Array.from(letters, (letter) => deriveUuid(project, letter)).toSorted()

const membersOf = Effect.fnUntraced(function*({ id, project_id }: Cohort) {
  return (yield* (yield* CohortRepository).members(project_id, id, { limit: 100, offset: 0 })).items
})

const makeStatic = Effect.fnUntraced(function*(project: ProjectId, letters: string) {
  const cohort = yield* makeCohort(project, { is_static: true })
  yield* (yield* CohortRepository).addMembers(project, cohort.id, ids(project, letters)).uncaptured
  return cohort
})

/** Members of cohorts. */
export const memberTests = (it: Vitest.MethodsNonLive<CohortPorts>): void => {
  it.effect("members are added once, counted, and listed by id in pages; who is no person is not added", () =>
    Effect.gen(function*() {
      const cohorts = yield* CohortRepository
      const { id } = yield* makeProject
      yield* makePersons(id, "abc")
      const cohort = yield* makeStatic(id, "ab")
      yield* cohorts.addMembers(id, cohort.id, ids(id, "bcx")).uncaptured
      yield* cohorts.addMembers(id, cohort.id, []).uncaptured
      assert.deepStrictEqual(yield* membersOf(cohort), ids(id, "abc"))
      assert.strictEqual(yield* cohorts.countMembers(id, cohort.id), 3)
      const page = yield* cohorts.members(id, cohort.id, { limit: 1, offset: 1 })
      assert.deepStrictEqual(page, { items: ids(id, "abc").slice(1, 2), count: 3 })
    }))

  it.effect("replacing makes these the only members of the range, and leaves the rest", () =>
    Effect.gen(function*() {
      const cohorts = yield* CohortRepository
      const { id } = yield* makeProject
      yield* makePersons(id, "abcdef")
      const cohort = yield* makeStatic(id, "abcdef")
      const all = ids(id, "abcdef")
      const nth = (index: number): Uuid => all[index] ?? deriveUuid("nobody")
      const some = (...indexes: ReadonlyArray<number>) => indexes.map(nth)
      yield* cohorts.replaceMembers(id, cohort.id, { after: nth(0), until: nth(3) }, some(2)).uncaptured
      assert.deepStrictEqual(yield* membersOf(cohort), some(0, 2, 4, 5))
      yield* cohorts.replaceMembers(id, cohort.id, { after: undefined, until: nth(1) }, some(1)).uncaptured
      assert.deepStrictEqual(yield* membersOf(cohort), some(1, 2, 4, 5))
      yield* cohorts.replaceMembers(id, cohort.id, { after: nth(2), until: undefined }, []).uncaptured
      assert.deepStrictEqual(yield* membersOf(cohort), some(1, 2))
      yield* cohorts.replaceMembers(id, cohort.id, { after: undefined, until: undefined }, []).uncaptured
      assert.deepStrictEqual(yield* membersOf(cohort), [])
    }))

  it.effect("memberships are known by person", () =>
    Effect.gen(function*() {
      const cohorts = yield* CohortRepository
      const { id } = yield* makeProject
      yield* makePersons(id, "ab")
      const one = yield* makeStatic(id, "a")
      const two = yield* makeStatic(id, "ab")
      const [a, b] = [deriveUuid(id, "a"), deriveUuid(id, "b")]
      const asked = [one.id, two.id]
      assert.deepStrictEqual(yield* cohorts.membershipsOf(id, a, asked), new Set(asked))
      assert.deepStrictEqual(yield* cohorts.membershipsOf(id, b, asked), new Set([two.id]))
      assert.deepStrictEqual(yield* cohorts.membershipsOf(id, b, [one.id]), new Set())
      const all = yield* cohorts.membershipsOfAll(id, [a, b], [one.id])
      assert.deepStrictEqual([...all], [[a, new Set([one.id])]])
      assert.strictEqual((yield* cohorts.membershipsOfAll(id, [a, b], [])).size, 0)
    }))

  it.effect("a merge gives the person that stays the memberships of both", () =>
    Effect.gen(function*() {
      const cohorts = yield* CohortRepository
      const { id } = yield* makeProject
      yield* makePersons(id, "abcd")
      const one = yield* makeStatic(id, "ad")
      const two = yield* makeStatic(id, "ab")
      const three = yield* makeStatic(id, "b")
      yield* merge(id, "ab")
      assert.deepStrictEqual(yield* membersOf(one), ids(id, "bd"))
      assert.deepStrictEqual(yield* membersOf(two), ids(id, "b"))
      yield* merge(id, "bc", "dc")
      for (const cohort of [one, two, three]) assert.deepStrictEqual(yield* membersOf(cohort), ids(id, "c"))
      assert.strictEqual((yield* cohorts.membershipsOf(id, deriveUuid(id, "a"), [one.id, two.id])).size, 0)
    }))

  it.effect("who has been merged meanwhile is added as the person it is now", () =>
    Effect.gen(function*() {
      const { id } = yield* makeProject
      yield* makePersons(id, "ab")
      yield* merge(id, "ab")
      const cohort = yield* makeStatic(id, "a")
      assert.deepStrictEqual(yield* membersOf(cohort), ids(id, "b"))
    }))

  it.effect("merges and additions at the same time lose no membership", () =>
    Effect.gen(function*() {
      const cohorts = yield* CohortRepository
      const persons = yield* PersonRepository
      const { run } = yield* Transaction
      const { id } = yield* makeProject
      const letters = Array.from("abcdefghijklmnop")
      yield* makePersons(id, `${letters.join("")}z`)
      const cohort = yield* makeCohort(id, { is_static: true })
      const mergeInto = (letter: string) =>
        run(Effect.gen(function*() {
          yield* persons.lockByDistinctIds(id, [letter, "z"])
          const merged = [{ from: deriveUuid(id, letter), into: deriveUuid(id, "z") }]
          yield* persons.apply(id, personChanges({ merged })).uncaptured
        }))
      yield* Effect.all(
        letters.flatMap((letter) => [cohorts.addMembers(id, cohort.id, ids(id, letter)).uncaptured, mergeInto(letter)]),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(yield* membersOf(cohort), ids(id, "z"))
    }))

  it.effect("who is added while a merge has not ended is added as the person it then is", () =>
    Effect.gen(function*() {
      const cohorts = yield* CohortRepository
      const persons = yield* PersonRepository
      const { run } = yield* Transaction
      const { id } = yield* makeProject
      yield* makePersons(id, "ab")
      const cohort = yield* makeCohort(id, { is_static: true })
      const isMerged = yield* Deferred.make<void>()
      const isAdded = yield* Deferred.make<void>()
      const adding = Deferred.await(isMerged).pipe(
        Effect.andThen(cohorts.addMembers(id, cohort.id, ids(id, "a")).uncaptured),
        Effect.andThen(Deferred.succeed(isAdded, undefined))
      )
      const merging = run(Effect.gen(function*() {
        yield* persons.lockByDistinctIds(id, ["a", "b"])
        yield* merge(id, "ab")
        yield* Deferred.succeed(isMerged, undefined)
        yield* Effect.timeoutOption(Deferred.await(isAdded), "100 millis")
      }))
      yield* Effect.all([adding, merging], { concurrency: "unbounded" })
      assert.deepStrictEqual(yield* membersOf(cohort), ids(id, "b"))
    }))

  it.effect("a rolled back change of members leaves those of before", () =>
    Effect.gen(function*() {
      const cohorts = yield* CohortRepository
      const { run } = yield* Transaction
      const { id } = yield* makeProject
      yield* makePersons(id, "abc")
      const cohort = yield* makeStatic(id, "ab")
      const whole = { after: undefined, until: undefined }
      const failing = Effect.andThen(
        cohorts.replaceMembers(id, cohort.id, whole, ids(id, "c")).uncaptured,
        Effect.fail("no")
      )
      yield* Effect.exit(run(failing))
      assert.deepStrictEqual(yield* membersOf(cohort), ids(id, "ab"))
    }))

  it.effect("no method sees or changes the members of another project's cohorts", () =>
    Effect.gen(function*() {
      const cohorts = yield* CohortRepository
      const [here, there] = yield* makeTwoProjects
      yield* makePersons(here.id, "ab")
      yield* makePersons(there.id, "a")
      const cohort = yield* makeStatic(here.id, "a")
      const stranger = deriveUuid(there.id, "a")
      yield* cohorts.addMembers(there.id, cohort.id, [deriveUuid(here.id, "b"), stranger]).uncaptured
      yield* cohorts.addMembers(here.id, cohort.id, [stranger]).uncaptured
      yield* cohorts.replaceMembers(there.id, cohort.id, { after: undefined, until: undefined }, []).uncaptured
      assert.deepStrictEqual(yield* membersOf(cohort), ids(here.id, "a"))
      assert.strictEqual(yield* cohorts.countMembers(there.id, cohort.id), 0)
      assert.strictEqual((yield* cohorts.members(there.id, cohort.id, { limit: 9, offset: 0 })).count, 0)
      assert.strictEqual((yield* cohorts.membershipsOf(there.id, deriveUuid(here.id, "a"), [cohort.id])).size, 0)
    }))
}
