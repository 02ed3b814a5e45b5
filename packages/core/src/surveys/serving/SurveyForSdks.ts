import { Record } from "effect"
import type { FeatureFlagId } from "../../evaluation/FeatureFlagId.ts"
import { isoTextOrNull } from "../../shared/IsoText.ts"
import { isJsonRecord, type JsonRecord } from "../../shared/JsonRecord.ts"
import { escapedLink } from "../questions/Links.ts"
import type { Survey } from "../Survey.ts"

/** The keys of flags by id; of one that is deleted there is none. */
export type FlagKeys = ReadonlyMap<FeatureFlagId, string>

/** Every flag of a survey by the name that clients know it by. */
export const flagKeysOf = (survey: Survey, keys: FlagKeys) => {
  const keyOf = (id: FeatureFlagId | null): string | null => id === null ? null : keys.get(id) ?? null
  return {
    linked_flag_key: keyOf(survey.linked_flag_id),
    targeting_flag_key: keyOf(survey.targeting_flag_id),
    internal_targeting_flag_key: keyOf(survey.internal_targeting_flag_id),
    internal_response_sampling_flag_key: keyOf(survey.internal_response_sampling_flag_id)
  }
}

/** All of them must be on for somebody to be asked. */
export const listedFlagKeys = (survey: Survey, keys: FlagKeys) =>
  Object.entries(flagKeysOf(survey, keys)).map(([key, value]) => ({ key, value }))

const withEscapedLink = (texts: JsonRecord): JsonRecord =>
  typeof texts["link"] === "string" ? { ...texts, link: escapedLink(texts["link"]) } : texts

/** A question whose links, those of its translations included, can stand in any page. */
const withEscapedLinks = (question: JsonRecord): JsonRecord => {
  const shown = withEscapedLink(question)
  const { translations } = shown
  if (!isJsonRecord(translations)) return shown
  const escaped = Record.map(translations, (texts) => isJsonRecord(texts) ? withEscapedLink(texts) : texts)
  return { ...shown, translations: escaped }
}

/** A survey as SDKs show it. Its description stays in the project: people write notes into it. */
export const surveyForSdks = (survey: Survey, keys: FlagKeys): JsonRecord => {
  const { linked_flag_key, targeting_flag_key, internal_targeting_flag_key } = flagKeysOf(survey, keys)
  return {
    id: survey.id,
    name: survey.name,
    type: survey.type,
    linked_flag_key,
    targeting_flag_key,
    internal_targeting_flag_key,
    feature_flag_keys: listedFlagKeys(survey, keys),
    questions: survey.questions?.map(withEscapedLinks) ?? null,
    conditions: survey.conditions,
    appearance: survey.appearance,
    start_date: isoTextOrNull(survey.start_date),
    end_date: isoTextOrNull(survey.end_date),
    current_iteration: survey.current_iteration,
    current_iteration_start_date: isoTextOrNull(survey.current_iteration_start_date),
    schedule: survey.schedule,
    enable_partial_responses: survey.enable_partial_responses,
    base_language: survey.base_language,
    translations: survey.translations
  }
}
