import { Effect } from "effect"
import type { CohortId } from "../cohorts/Cohort.ts"
import type { Reference, ReferenceFinder } from "../entities/References.ts"
import { isIn } from "../entities/Where.ts"
import type { FeatureFlagId } from "../evaluation/FeatureFlagId.ts"
import { cohortsOf } from "../evaluation/FlagConditions.ts"
import { FeatureFlagRepository } from "../flags/model/FeatureFlagRepository.ts"
import { flagsUsingCohorts } from "../flags/model/FlagFilter.ts"
import type { FlagReferenceFinder, ShownReference } from "../flags/model/FlagReferences.ts"
import { surveyForSdks } from "./serving/SurveyForSdks.ts"
import { flagsOf, type Survey } from "./Survey.ts"
import { SurveyRepository } from "./SurveyRepository.ts"

/** The surveys that are linked to a flag. Those that own one go by it, too, and alone show it. */
export const surveysOfFlags = Effect.gen(function*() {
  const surveys = yield* SurveyRepository
  const flags = yield* FeatureFlagRepository

  const referenceOf = (keys: ReadonlyMap<FeatureFlagId, string>) => (survey: Survey): ShownReference => ({
    id: survey.id,
    name: survey.name,
    record: surveyForSdks(survey, keys)
  })

  const find: FlagReferenceFinder<ShownReference>["find"] = Effect.fnUntraced(function*(project, ids) {
    const linked = yield* surveys.all(project, { where: isIn("linked_flag_id", ids) })
    if (linked.length === 0) return new Map<FeatureFlagId, ReadonlyArray<ShownReference>>()
    const known = yield* flags.findMany(project, [...new Set(linked.flatMap(flagsOf))])
    const reference = referenceOf(new Map(known.filter(({ deleted }) => !deleted).map(({ id, key }) => [id, key])))
    const of = Map.groupBy(linked, ({ linked_flag_id }) => linked_flag_id)
    return new Map(ids.map((id) => [id, (of.get(id) ?? []).map(reference)] as const))
  })

  return { find, lock: surveys.lock, follow: () => Effect.void } satisfies FlagReferenceFinder<ShownReference>
})

/** The surveys whose targeting names a cohort. */
export const surveysOfCohorts = Effect.gen(function*() {
  const surveys = yield* SurveyRepository
  const flags = yield* FeatureFlagRepository

  const find: ReferenceFinder<CohortId, Reference>["find"] = Effect.fnUntraced(function*(project, ids) {
    const naming = yield* flags.all(project, flagsUsingCohorts(ids))
    const targeted = naming.length === 0
      ? []
      : yield* surveys.all(project, { where: isIn("targeting_flag_id", naming.map(({ id }) => id)) })
    const named = new Map(naming.map(({ filters, id }) => [id, new Set(cohortsOf(filters))]))
    const usersOf = (cohort: CohortId) =>
      targeted.filter(({ targeting_flag_id: flag }) => flag !== null && named.get(flag)?.has(cohort) === true)
    return new Map(ids.map((id) => [id, usersOf(id).map(({ id, name }): Reference => ({ id, name }))] as const))
  })

  return { find, lock: surveys.lock } satisfies ReferenceFinder<CohortId, Reference>
})
