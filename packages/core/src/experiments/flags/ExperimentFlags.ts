import { canonicalJson } from "@hedgerow/sql/types/CanonicalJson"
import { Effect, Option, Struct } from "effect"
import type { Editing } from "../../entities/Changes.ts"
import type { FeatureFlagId } from "../../evaluation/FeatureFlagId.ts"
import { FeatureFlags } from "../../flags/FeatureFlags.ts"
import type { FeatureFlag } from "../../flags/model/FeatureFlag.ts"
import { FeatureFlagRepository } from "../../flags/model/FeatureFlagRepository.ts"
import { flagByKey } from "../../flags/model/FlagFilter.ts"
import type { ProjectId } from "../../identity/Project.ts"
import { type InputIssue, InvalidInput } from "../../shared/InvalidInput.ts"
import type { JsonRecord } from "../../shared/JsonRecord.ts"
import type { Holdout } from "../holdouts/Holdout.ts"
import { newFilters } from "./DecidingFilters.ts"

/** A change of a flag; fields that are left out stay as they are. */
export interface FlagWish {
  readonly active?: boolean
  readonly filters?: JsonRecord
  readonly ensure_experience_continuity?: boolean
}

/** The fields of an experiment that the parts of its flag come from, the longest paths first. */
const origins: ReadonlyArray<readonly [place: ReadonlyArray<string | number>, origin: ReadonlyArray<string>]> = [
  [["filters", "multivariate", "variants"], ["parameters", "feature_flag_variants"]],
  [["filters", "groups", 0, "rollout_percentage"], ["parameters", "rollout_percentage"]],
  [["filters", "aggregation_group_type_index"], ["parameters", "aggregation_group_type_index"]],
  [["ensure_experience_continuity"], ["parameters", "ensure_experience_continuity"]],
  [["filters", "holdout_groups"], ["holdout_id"]],
  [["filters", "holdout"], ["holdout_id"]],
  [["key"], ["feature_flag_key"]]
]

const aboutExperiments = (flagIssue: InputIssue): InputIssue => {
  const issue = Struct.omit(flagIssue, ["rule"])
  const found = origins.find(([place]) => place.every((step, index) => issue.path[index] === step))
  if (found === undefined) return { ...issue, field: null }
  const [place, origin] = found
  return { ...issue, path: [...origin, ...issue.path.slice(place.length)], field: origin[0] ?? null }
}

/** The faults of an experiment's flag, in the words of experiments. */
const inExperiments = ({ issues: [first, ...rest] }: InvalidInput): InvalidInput =>
  new InvalidInput({ issues: [aboutExperiments(first), ...rest.map(aboutExperiments)] })

const isSame = (left: unknown, right: unknown): boolean => canonicalJson(left) === canonicalJson(right)

/**
 * The flags of experiments, made and changed through the flags' own service: each change is in the caller's transaction
 * and has its activity entry.
 */
export const makeExperimentFlags = Effect.gen(function*() {
  const flags = yield* FeatureFlags
  const repository = yield* FeatureFlagRepository

  return {
    lock: repository.lock,

    /** Also a deleted one; the flag of an experiment is never removed. */
    of: (project: ProjectId, id: FeatureFlagId) =>
      Effect.orDie(Effect.flatMap(repository.find(project, id), Effect.fromOption)),

    withKey: (project: ProjectId, key: string) =>
      Effect.map(repository.first(project, flagByKey(key)), Option.getOrUndefined),

    create: Effect.fnUntraced(
      function*(
        by: Editing,
        flag: { readonly key: string; readonly name: string; readonly active: boolean },
        parameters: JsonRecord | null,
        holdout: Holdout | null
      ) {
        return yield* flags.create(by, {
          key: flag.key,
          name: `Feature Flag for Experiment ${flag.name}`,
          filters: newFilters(parameters, holdout),
          active: flag.active,
          ensure_experience_continuity: parameters?.["ensure_experience_continuity"] ?? false,
          creation_context: "experiments",
          _should_create_usage_dashboard: false
        })
      },
      Effect.mapError(inExperiments)
    ),

    /** Changes fields that differ. The flag is locked. */
    change: Effect.fnUntraced(
      function*(by: Editing, flag: FeatureFlag, wish: FlagWish) {
        const body = Object.fromEntries(
          Object.entries(wish).filter(([name, value]) => !isSame(value, Reflect.get(flag, name)))
        )
        if (Object.keys(body).length === 0) return flag
        return yield* flags.change(by, flag.id, body)
      },
      Effect.catchTag("InvalidInput", (error) => Effect.fail(inExperiments(error)))
    )
  }
})
