import type { Caller } from "@hedgerow/core/access/Caller"
import { accessLevelOf, levelIn } from "@hedgerow/core/access/Membership"
import type { FeatureFlagId } from "@hedgerow/core/evaluation/FeatureFlagId"
import type { FeatureFlag } from "@hedgerow/core/flags/model/FeatureFlag"
import type { Project } from "@hedgerow/core/identity/Project"
import type { User, UserId } from "@hedgerow/core/identity/User"
import { isoText, isoTextOrNull } from "@hedgerow/core/shared/IsoText"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { listedFlagKeys } from "@hedgerow/core/surveys/serving/SurveyForSdks"
import type { Survey } from "@hedgerow/core/surveys/Survey"
import type { Schema } from "effect"
import { minimalFlagRecord } from "../flags/FeatureFlagEncode.ts"
import { namedUser } from "../identity/IdentityEncode.ts"
import type { SurveyRecord } from "./SurveySchema.ts"

/** Everything about some surveys that stands elsewhere. */
export interface SurveyContext {
  readonly people: ReadonlyMap<UserId, User>
  /** Their flags, as the caller may see them. */
  readonly flags: ReadonlyMap<FeatureFlagId, FeatureFlag>
  /** The flags that an experiment decides by. */
  readonly experiments: ReadonlySet<FeatureFlagId>
  readonly caller: Caller
  readonly project: Project
}

type Json = Readonly<Record<string, Schema.Json>>

/** The values were sent as JSON. */
const json = (record: JsonRecord | null): Json | null => record as Json | null

/** The maker of a survey manages it. */
const accessLevel = ({ caller, project }: SurveyContext, { created_by }: Survey): string =>
  created_by === caller.user.id
    ? "manager"
    : accessLevelOf(levelIn(caller.memberships, project.organization_id) ?? 1)

/** Encodes surveys with records that they refer to; parts common to all of them are made once. */
export const surveyRecord = (context: SurveyContext) => {
  const flagOf = (id: FeatureFlagId | null) => {
    const flag = id === null ? undefined : context.flags.get(id)
    return flag === undefined ? null : minimalFlagRecord(flag, context.experiments.has(flag.id))
  }
  const keys = new Map([...context.flags.values()].map(({ id, key }) => [id, key]))

  /** A survey on the wire. */
  return (survey: Survey): typeof SurveyRecord.Type => ({
    id: survey.id,
    name: survey.name,
    description: survey.description,
    type: survey.type,
    schedule: survey.schedule,
    linked_flag: flagOf(survey.linked_flag_id),
    linked_flag_id: survey.linked_flag_id,
    linked_insight_id: survey.linked_insight_id,
    targeting_flag: flagOf(survey.targeting_flag_id),
    internal_targeting_flag: flagOf(survey.internal_targeting_flag_id),
    questions: survey.questions as ReadonlyArray<Json> | null,
    conditions: json(survey.conditions),
    appearance: json(survey.appearance),
    created_at: isoText(survey.created_at),
    created_by: namedUser(context.people, survey.created_by),
    start_date: isoTextOrNull(survey.start_date),
    end_date: isoTextOrNull(survey.end_date),
    archived: survey.archived,
    responses_limit: survey.responses_limit,
    feature_flag_keys: listedFlagKeys(survey, keys),
    iteration_count: survey.iteration_count,
    iteration_frequency_days: survey.iteration_frequency_days,
    iteration_start_dates: survey.iteration_start_dates,
    current_iteration: survey.current_iteration,
    current_iteration_start_date: isoTextOrNull(survey.current_iteration_start_date),
    response_sampling_start_date: isoTextOrNull(survey.response_sampling_start_date),
    response_sampling_interval_type: survey.response_sampling_interval_type,
    response_sampling_interval: survey.response_sampling_interval,
    response_sampling_limit: survey.response_sampling_limit,
    response_sampling_daily_limits: survey.response_sampling_daily_limits,
    enable_partial_responses: survey.enable_partial_responses,
    enable_iframe_embedding: survey.enable_iframe_embedding,
    base_language: survey.base_language,
    translations: json(survey.translations),
    user_access_level: accessLevel(context, survey)
  })
}
