import { assert, it } from "@effect/vitest"
import type { CohortId } from "@hedgerow/core/cohorts/Cohort"
import { CohortReferences } from "@hedgerow/core/cohorts/CohortReferences"
import { Cohorts } from "@hedgerow/core/cohorts/Cohorts"
import * as Domain from "@hedgerow/core/Domain"
import * as DomainReferences from "@hedgerow/core/DomainReferences"
import { nobody, type Reference, type ReferenceFinder } from "@hedgerow/core/entities/References"
import { FlagReferences } from "@hedgerow/core/flags/model/FlagReferences"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { InvalidInput } from "@hedgerow/core/shared/InvalidInput"
import * as MemoryStorage from "@hedgerow/storage-memory/MemoryStorage"
import { Effect, Layer } from "effect"
import { layerAnsweredBy, layerOver, makeFlagWorld } from "../flags/FlagWorld.ts"

const project = 1 as ProjectId
const [one, two] = [1 as CohortId, 2 as CohortId]

const absent = { EarlyAccessFeature: nobody, Experiment: nobody, Survey: nobody }

/** Refers to the first cohort only, and notes what it is asked. */
const noting = (asked: Array<string>, name: string) => {
  const finder: ReferenceFinder<CohortId, Reference> = {
    find: (_, ids) => {
      asked.push(`${name} finds ${ids.join()}`)
      return Effect.succeed(new Map([[one, [{ id: name, name }]]]))
    },
    lock: () => Effect.sync(() => void asked.push(`${name} locks`))
  }
  return Effect.succeed(finder)
}

const notedBy = (asked: Array<string>) =>
  CohortReferences.layer(
    Effect.all({
      Survey: noting(asked, "survey"),
      EarlyAccessFeature: nobody,
      Experiment: nobody,
      FeatureFlag: noting(asked, "flag")
    })
  )

it.effect("every kind answers for every id", () => {
  const asked: Array<string> = []
  return Effect.gen(function*() {
    const references = yield* CohortReferences
    const none = { FeatureFlag: [], Experiment: [], EarlyAccessFeature: [], Survey: [] }
    const some = { ...none, FeatureFlag: [{ id: "flag", name: "flag" }], Survey: [{ id: "survey", name: "survey" }] }
    assert.deepStrictEqual([...(yield* references.findMany(project, [one, two]))], [[one, some], [two, none]])
    assert.deepStrictEqual(yield* references.find(project, two), none)
    assert.deepStrictEqual(asked, ["flag finds 1,2", "survey finds 1,2", "flag finds 2", "survey finds 2"])
    assert.strictEqual((yield* references.findMany(project, [])).size, 0)
    assert.strictEqual(asked.length, 4)
  }).pipe(Effect.provide(notedBy(asked)))
})

it.effect("before a change all kinds are locked in one order, and then asked", () => {
  const asked: Array<string> = []
  return Effect.gen(function*() {
    yield* (yield* CohortReferences).findForUpdate(project, one)
    assert.deepStrictEqual(asked, ["flag locks", "survey locks", "flag finds 1", "survey finds 1"])
  }).pipe(Effect.provide(notedBy(asked)))
})

it("a kind that does not answer is an error of types", () => {
  const { Survey: _, ...unanswered } = absent
  // @ts-expect-error surveys do not answer for cohorts
  assert.isDefined(CohortReferences.layer(Effect.all({ FeatureFlag: nobody, ...unanswered })))
  // @ts-expect-error surveys do not answer for flags
  assert.isDefined(FlagReferences.layer(Effect.all(unanswered)))
  // @ts-expect-error nobody knows who uses a flag
  assert.isDefined(Domain.layerWith(CohortReferences.layer(Effect.all({ FeatureFlag: nobody, ...absent }))))
})

it.effect("a cohort is kept for every kind that uses it, each named by its noun", () => {
  const asked: Array<string> = []
  const domain = Domain.layerWith(Layer.merge(DomainReferences.layer, notedBy(asked)))
  return Effect.gen(function*() {
    const { editing } = yield* makeFlagWorld
    const cohorts = yield* Cohorts
    const cohort = yield* cohorts.create(editing, { name: "First", is_static: true })
    const refused = yield* Effect.flip(cohorts.patch(editing, String(cohort.id), { deleted: true }))
    assert.instanceOf(refused, InvalidInput)
    assert.deepStrictEqual(refused.issues.map(({ message }) => message), [
      "Cannot delete this cohort because feature flags use it: flag (ID: flag). "
      + "Please update or delete these feature flags first.",
      "Cannot delete this cohort because surveys use it: survey (ID: survey). "
      + "Please update or delete these surveys first."
    ])
  }).pipe(Effect.provide(layerOver(MemoryStorage.layer, domain)))
})

it.effect("dependants of a flag follow its changes, and a change that one refuses is not made", () => {
  const followed: Array<string> = []
  const follows = (name: string) =>
    Effect.map(nobody, (none) => ({
      ...none,
      follow: (_: unknown, before: { readonly key: string }, after: { readonly key: string }) => {
        followed.push(`${name}: ${before.key} → ${after.key}`)
        return after.key === "bad" ? Effect.fail(InvalidInput.at(["key"], "custom", "No.")) : Effect.void
      }
    }))
  return Effect.gen(function*() {
    const { create, patch } = yield* makeFlagWorld
    const flag = yield* create({ key: "old" })
    yield* patch(flag.id, { key: "new" })
    assert.deepStrictEqual(followed, ["experiment: old → new", "survey: old → new"])
    assert.strictEqual((yield* Effect.flip(patch(flag.id, { key: "bad" })))._tag, "InvalidInput")
    assert.strictEqual((yield* patch(flag.id, { name: "x" })).key, "new")
  }).pipe(
    Effect.provide(Layer.unwrap(
      Effect.map(
        Effect.all([follows("experiment"), follows("survey")]),
        ([Experiment, Survey]) => layerAnsweredBy({ Experiment, Survey })
      )
    ))
  )
})
