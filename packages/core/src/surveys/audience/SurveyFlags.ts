import { canonicalJson } from "@hedgerow/sql/types/CanonicalJson"
import { bytesToHex } from "@noble/hashes/utils.js"
import { Effect, Option } from "effect"
import type { Editing } from "../../entities/Changes.ts"
import type { FeatureFlagId } from "../../evaluation/FeatureFlagId.ts"
import { FeatureFlags } from "../../flags/FeatureFlags.ts"
import type { FeatureFlag } from "../../flags/model/FeatureFlag.ts"
import { FeatureFlagRepository } from "../../flags/model/FeatureFlagRepository.ts"
import { type InputIssue, InvalidInput } from "../../shared/InvalidInput.ts"
import type { JsonRecord } from "../../shared/JsonRecord.ts"
import { RandomBytes } from "../../shared/RandomBytes.ts"
import { isRunning } from "../schedule/SurveyState.ts"
import { Survey } from "../Survey.ts"
import { internalFilters, samplingFilters } from "./TargetingFlags.ts"

/** The wanted fields of a survey's flag; fields that are left out stay. */
interface Wanted {
  readonly active?: boolean
  readonly filters?: JsonRecord
}

const aboutSurveys = (issue: InputIssue): InputIssue => {
  const [, ...path] = issue.path
  if (issue.path[0] !== "filters") return { ...issue, field: null }
  const message = issue.message.replace("feature flags", "surveys")
  const placed = { ...issue, path: ["targeting_flag_filters", ...path], message }
  if (issue.code === "behavioral_cohort_found") return { ...placed, field: null }
  return issue.rule === "property.regex"
    ? { ...placed, field: "targeting_flag_filters", message: `Targeting has an invalid regex pattern. ${message}` }
    : { ...placed, field: "targeting_flag_filters" }
}

/** The faults of a targeting flag's filters, in the words of surveys. */
const inSurveys = ({ issues: [first, ...rest] }: InvalidInput): InvalidInput =>
  new InvalidInput({ issues: [aboutSurveys(first), ...rest.map(aboutSurveys)] })

const filtersText = ({ filters }: Pick<FeatureFlag, "filters">): string => canonicalJson(filters)

/**
 * The flags that a survey owns, made and changed through the flags' own service: each change is in the caller's
 * transaction and has its activity entry.
 */
export const makeSurveyFlags = Effect.gen(function*() {
  const flags = yield* FeatureFlags
  const repository = yield* FeatureFlagRepository
  const randomBytes = yield* RandomBytes

  const create = Effect.fnUntraced(
    function*(by: Editing, { name }: Survey, suffix: string, { active, filters }: Required<Wanted>) {
      const body = {
        key: `survey-targeting-${bytesToHex(randomBytes(5))}${suffix}`,
        name: `Targeting flag for survey ${name}`,
        filters,
        active,
        creation_context: "surveys"
      }
      return (yield* flags.create(by, body, { isInternal: true })).id
    },
    Effect.mapError(inSurveys)
  )

  const found = (by: Editing, id: FeatureFlagId) =>
    Effect.map(repository.find(by.project.id, id), Option.getOrUndefined)

  /** Changes fields that differ. The flag is locked. */
  const change = Effect.fnUntraced(
    function*(by: Editing, flag: FeatureFlag, { active, filters }: Wanted) {
      const body = {
        ...(active === undefined || active === flag.active ? undefined : { active }),
        ...(filters === undefined || filtersText({ filters }) === filtersText(flag) ? undefined : { filters }),
        ...(flag.deleted ? { deleted: false } : undefined)
      }
      if (Object.keys(body).length === 0) return
      yield* flags.change(by, flag.id, body)
    },
    Effect.catchTag("InvalidInput", (error) => Effect.fail(inSurveys(error)))
  )

  /** Makes sure that a flag which only the survey writes exists and has the wanted fields. */
  const ensure = Effect.fnUntraced(
    function*(by: Editing, survey: Survey, id: FeatureFlagId | null, suffix: string, wanted: Required<Wanted>) {
      const flag = id === null ? undefined : yield* found(by, id)
      if (flag === undefined) return yield* create(by, survey, suffix, wanted)
      yield* change(by, flag, wanted)
      return flag.id
    },
    // A flag that the survey itself writes breaks no rule of flags.
    Effect.orDie
  )

  const followState = Effect.fnUntraced(function*(by: Editing, id: FeatureFlagId, active: boolean) {
    const flag = yield* found(by, id)
    if (flag !== undefined && !flag.deleted) yield* change(by, flag, { active })
  })

  /** Marks flags as deleted that the survey owns: nobody must approve that. */
  const remove = Effect.fnUntraced(function*(by: Editing, ids: ReadonlyArray<FeatureFlagId | null>) {
    for (const id of ids) {
      const flag = id === null ? undefined : yield* found(by, id)
      if (flag === undefined || flag.deleted) continue
      yield* Effect.catchTag(flags.change(by, flag.id, { deleted: true }), "ApprovalRequired", Effect.die)
    }
  })

  /** A survey without a plan of sampling has no flag for it: it would go on to leave people out. */
  const syncSampling = Effect.fnUntraced(function*(by: Editing, survey: Survey, rollout: number | undefined) {
    const id = survey.internal_response_sampling_flag_id
    if (survey.response_sampling_daily_limits === null) {
      yield* Effect.orDie(remove(by, [id]))
      return null
    }
    const known = id === null ? undefined : yield* found(by, id)
    const filters = rollout === undefined && known !== undefined ? known.filters : samplingFilters(rollout ?? 100)
    return yield* ensure(by, survey, id, "-sampling", { active: isRunning(survey), filters })
  })

  return {
    /** Makes its flags follow a survey, and its sampling flag a share of the people; returns it with those that were made. */
    sync: Effect.fnUntraced(function*(by: Editing, survey: Survey, rollout?: number) {
      const active = isRunning(survey)
      if (survey.targeting_flag_id !== null) yield* followState(by, survey.targeting_flag_id, active)
      const internal = yield* ensure(by, survey, survey.internal_targeting_flag_id, "-custom", {
        active,
        filters: internalFilters(survey)
      })
      return new Survey({
        ...survey,
        internal_targeting_flag_id: internal,
        internal_response_sampling_flag_id: yield* syncSampling(by, survey, rollout)
      })
    }),

    /** Makes the targeting flag of a survey, or changes who it is for; returns its id. */
    target: Effect.fnUntraced(function*(by: Editing, survey: Survey, filters: JsonRecord) {
      const flag = survey.targeting_flag_id === null ? undefined : yield* found(by, survey.targeting_flag_id)
      if (flag === undefined) return yield* create(by, survey, "", { active: isRunning(survey), filters })
      yield* change(by, flag, { filters: { ...flag.filters, ...filters } })
      return flag.id
    }),

    remove,
    find: found,
    lock: repository.lock
  }
})
