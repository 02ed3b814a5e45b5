import { Effect, Option, Struct } from "effect"
import { fieldChanges } from "../activity/FieldDiff.ts"
import { is } from "../entities/Where.ts"
import type { ApprovalRequired } from "../flags/approvals/ChangeRequestErrors.ts"
import type { FeatureFlag } from "../flags/model/FeatureFlag.ts"
import { FeatureFlagRepository } from "../flags/model/FeatureFlagRepository.ts"
import type { InvalidInput } from "../shared/InvalidInput.ts"
import type { JsonRecord } from "../shared/JsonRecord.ts"
import { portable } from "../surveys/copying/PortableSurvey.ts"
import type { Survey, SurveyId } from "../surveys/Survey.ts"
import { SurveyRepository } from "../surveys/SurveyRepository.ts"
import { Surveys } from "../surveys/Surveys.ts"
import type { PortableRecord, Promotable } from "./Promoting.ts"

/** The fields that name records which stay in their project, or that begin anew there. */
const staying = [
  "linked_insight_id",
  "response_sampling_start_date",
  "response_sampling_interval",
  "response_sampling_limit"
] as const

const withoutNulls = (filters: JsonRecord): JsonRecord =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== null))

const filtersOf = (flag: FeatureFlag | undefined): JsonRecord | null =>
  flag === undefined || flag.deleted ? null : withoutNulls(flag.filters)

/** The names by which the log compares fields of requests. */
const logged = { linked_flag_id: "linked_flag", targeting_flag_filters: "targeting" } as const

const asLogged = ({ linked_flag_id, targeting_flag_filters, ...body }: JsonRecord): JsonRecord => ({
  ...body,
  [logged.linked_flag_id]: linked_flag_id ?? null,
  [logged.targeting_flag_filters]: targeting_flag_filters ?? null
})

const asSent = (field: string | null): string | null =>
  Object.entries(logged).find(([, name]) => name === field)?.[0] ?? field

/** A change without filters takes the targeting away. */
const changeOf = ({ targeting_flag_filters: filters, ...body }: JsonRecord): JsonRecord => {
  if (filters === undefined) return body
  return filters === null ? { ...body, remove_targeting_flag: true } : { ...body, targeting_flag_filters: filters }
}

/** Surveys as they are promoted: one of the same name is the same survey. */
export const makeSurveyPromotion = Effect.gen(function*() {
  const repository = yield* SurveyRepository
  const flags = yield* FeatureFlagRepository
  const surveys = yield* Surveys

  const portableOf = Effect.fnUntraced(function*(survey: Survey): Effect.fn.Return<PortableRecord<SurveyId>> {
    const { conditions, linked_flag_id, project_id, targeting_flag_id: targeting } = survey
    const flag = targeting === null ? undefined : Option.getOrUndefined(yield* flags.find(project_id, targeting))
    const plain = Struct.omit(portable(survey), ["name"])
    const body = { ...plain, conditions, linked_flag_id, targeting_flag_filters: filtersOf(flag) }
    const skipped = staying.filter((name) => survey[name] !== null)
    return { id: survey.id, name: survey.name, body, skipped }
  })

  const kind = {
    type: "survey",
    scope: "survey:write",
    counterpart: Effect.fnUntraced(function*(into, { name }) {
      const found = Option.getOrUndefined(yield* repository.first(into.id, { where: is("name", name) }))
      return found === undefined ? undefined : yield* portableOf(found)
    }),
    lock: (into) => repository.lock(into.id),
    changes: (before, after) =>
      fieldChanges("Survey", asLogged(before), asLogged(after))
        .map((change) => Struct.evolve(change, { field: asSent })),
    create: (into, name, body) => Effect.map(surveys.create(into, { name, ...body }), ({ id }) => id),
    // The survey is locked, and was found there.
    update: (into, id, body) =>
      surveys.patch(into, id, changeOf(body)).pipe(Effect.asVoid, Effect.catchTag("SurveyNotFound", Effect.die))
  } satisfies Promotable<SurveyId, ApprovalRequired | InvalidInput>

  return { kind, portableOf }
})
