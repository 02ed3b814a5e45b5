import { assert } from "@effect/vitest"
import { ActionRepository } from "@hedgerow/core/actions/ActionRepository"
import { Actions } from "@hedgerow/core/actions/Actions"
import { CohortRepository } from "@hedgerow/core/cohorts/CohortRepository"
import { Cohorts } from "@hedgerow/core/cohorts/Cohorts"
import { cohortsOf } from "@hedgerow/core/evaluation/FlagConditions"
import { FeatureFlags } from "@hedgerow/core/flags/FeatureFlags"
import { FeatureFlagRepository } from "@hedgerow/core/flags/model/FeatureFlagRepository"
import { flagByKey } from "@hedgerow/core/flags/model/FlagFilter"
import { Promotions } from "@hedgerow/core/promotion/Promotions"
import { SurveyRepository } from "@hedgerow/core/surveys/SurveyRepository"
import { Surveys } from "@hedgerow/core/surveys/Surveys"
import { Effect, Option } from "effect"
import { changedFields, cohortBody, effects, forCohort, makeWorld, type PromotionTests } from "./PromotionWorld.ts"

/** A survey that names a flag, a cohort and an action of its project. */
const makeSurvey = Effect.gen(function*() {
  const world = yield* makeWorld
  const { editing, from } = world
  const cohort = yield* (yield* Cohorts).create(editing(from), cohortBody("Pro"))
  const flag = yield* (yield* FeatureFlags).create(editing(from), { key: "notebooks" })
  const action = yield* (yield* Actions).create(editing(from), { name: "Signed up", steps: [{ event: "signed up" }] })
  const surveys = yield* Surveys
  const survey = yield* surveys.create(editing(from), {
    name: "Notebooks",
    type: "popover",
    description: "Staging",
    linked_flag_id: flag.id,
    targeting_flag_filters: forCohort(cohort.id),
    questions: [{ id: "why", type: "open", question: "Why?" }],
    conditions: { url: "/notebooks", actions: { values: [{ id: action.id, name: "Signed up" }] } }
  })
  const promotions = yield* Promotions
  const promote = (body: object) =>
    promotions.survey(world.caller, from, survey.id, { target_project_ids: [world.one.id], ...body })
  const all = (project: typeof from) =>
    Effect.gen(function*() {
      return [
        (yield* (yield* SurveyRepository).all(project.id)).length,
        (yield* (yield* FeatureFlagRepository).all(project.id)).length,
        (yield* (yield* CohortRepository).all(project.id)).length,
        (yield* (yield* ActionRepository).all(project.id)).length
      ]
    })
  return { ...world, surveys, survey, promote, all }
})

/** Promotions of surveys. */
export const suite = (it: PromotionTests): void => {
  it.effect("a survey is promoted with what it names, and a dry run is nothing", () =>
    Effect.gen(function*() {
      const { all, from, one, promote, survey, surveys, two } = yield* makeSurvey
      const targets = { target_project_ids: [two.id, one.id] }
      const planned = yield* promote({ ...targets, dry_run: true })
      assert.deepStrictEqual(planned.map(({ id, project_id }) => [project_id, id]), [[one.id, null], [two.id, null]])
      assert.deepStrictEqual([yield* all(one), yield* all(two)], [[0, 0, 0, 0], [0, 0, 0, 0]])
      const made = yield* promote(targets)
      for (const [index, promotion] of made.entries()) {
        const known = planned[index]
        assert.deepStrictEqual(
          known === undefined ? [] : effects(known),
          effects(promotion).map(([type, action, key]) => [type, action, key, false])
        )
        assert.deepStrictEqual(effects(promotion).map(([type, action, key]) => [type, action, key]), [
          ["feature_flag", "create", "notebooks"],
          ["cohort", "create", "Pro"],
          ["action", "create", "Signed up"],
          ["survey", "create", "Notebooks"]
        ])
      }
      const there = yield* surveys.find(one.id, String(made[0]?.id))
      assert.deepInclude(there, { name: "Notebooks", description: "Staging", start_date: null })
      assert.deepStrictEqual(there.questions, survey.questions)
      const flags = yield* FeatureFlagRepository
      const flag = yield* Effect.fromOption(yield* flags.first(one.id, flagByKey("notebooks")))
      assert.strictEqual(there.linked_flag_id, flag.id)
      const targeting = yield* Effect.flatMap(
        flags.findMany(one.id, there.targeting_flag_id === null ? [] : [there.targeting_flag_id]),
        ([found]) => Effect.fromNullishOr(found)
      )
      const [cohort] = yield* (yield* CohortRepository).all(one.id)
      assert.deepStrictEqual(cohortsOf(targeting.filters), cohort === undefined ? [] : [cohort.id])
      const [action] = yield* (yield* ActionRepository).all(one.id)
      assert.include(JSON.stringify(there.conditions), `"id":${String(action?.id)}`)
      assert.strictEqual((yield* all(from))[0], 1)
    }))

  it.effect("a survey of the same name gets the differences, each with what it was and is, and its own entry", () =>
    Effect.gen(function*() {
      const { editing, entries, from, one, promote, survey, surveys } = yield* makeSurvey
      const [first] = yield* promote({})
      const id = String(first?.id)
      const [same] = yield* promote({})
      assert.deepStrictEqual(same === undefined ? [] : [effects(same).at(-1), same.id], [[
        "survey",
        "unchanged",
        "Notebooks",
        true
      ], id])
      assert.deepStrictEqual(yield* entries(one, "Survey", id), ["created"])
      yield* surveys.patch(editing(from), survey.id, {
        description: "Newer",
        schedule: "always",
        remove_targeting_flag: true
      })
      const [planned] = yield* promote({ dry_run: true })
      assert.sameMembers(planned === undefined ? [] : changedFields(planned), [
        "description",
        "schedule",
        "targeting_flag_filters"
      ])
      assert.deepInclude(planned?.things.at(-1)?.changes.find(({ field }) => field === "description"), {
        before: "Staging",
        after: "Newer"
      })
      assert.strictEqual((yield* surveys.find(one.id, id)).description, "Staging")
      yield* promote({ revisions: { [String(one.id)]: planned?.revision } })
      assert.deepInclude(yield* surveys.find(one.id, id), {
        description: "Newer",
        schedule: "always",
        targeting_flag_id: null
      })
      assert.deepStrictEqual(yield* entries(one, "Survey", id), ["updated", "created"])
      assert.deepStrictEqual((yield* promote({})).map(effects).map((all) => all.at(-1)?.[1]), ["unchanged"])
    }))

  it.effect("a difference that is not the one of the dry run is refused, and nothing of any project is changed", () =>
    Effect.gen(function*() {
      const { all, editing, from, one, promote, survey, surveys, two } = yield* makeSurvey
      const [first] = yield* promote({})
      yield* surveys.patch(editing(from), survey.id, { description: "Newer" })
      const targets = { target_project_ids: [two.id, one.id] }
      const planned = yield* promote({ ...targets, dry_run: true })
      const revisions = Object.fromEntries(planned.map(({ project_id, revision }) => [String(project_id), revision]))
      yield* surveys.patch(editing(one), String(first?.id), { description: "Theirs" })
      const refused = yield* Effect.flip(promote({ ...targets, revisions }))
      assert.deepInclude(refused, { _tag: "PromotionOutdated", project_id: one.id })
      assert.strictEqual((yield* surveys.find(one.id, String(first?.id))).description, "Theirs")
      assert.deepStrictEqual(yield* all(two), [0, 0, 0, 0])
      assert.strictEqual((yield* Effect.flip(promote({ ...targets, on_conflict: "fail" })))._tag, "InvalidInput")
      assert.deepStrictEqual(yield* all(two), [0, 0, 0, 0])
    }))

  it.effect("a project of others is refused, as a target and as the source", () =>
    Effect.gen(function*() {
      const { all, caller, one, promote, stranger, survey } = yield* makeSurvey
      const targets = { target_project_ids: [one.id, stranger.id] }
      assert.strictEqual((yield* Effect.flip(promote(targets)))._tag, "FlagCopyRefused")
      assert.strictEqual((yield* Effect.flip(promote({ ...targets, dry_run: true })))._tag, "FlagCopyRefused")
      assert.deepStrictEqual([yield* all(one), yield* all(stranger)], [[0, 0, 0, 0], [0, 0, 0, 0]])
      const promotions = yield* Promotions
      const elsewhere = promotions.survey(caller, stranger, survey.id, { target_project_ids: [one.id] })
      assert.strictEqual((yield* Effect.flip(elsewhere))._tag, "SurveyNotFound")
      assert.isTrue(Option.isNone(yield* (yield* SurveyRepository).find(one.id, survey.id)))
    }))
}
