import { entity } from "../entities/Entity.ts"
import type { EntityQuery } from "../entities/EntityRepository.ts"
import { all, any, contains, given, is, isNot, type Where } from "../entities/Where.ts"
import { Survey } from "./Survey.ts"
import { SurveyNameTaken } from "./SurveyErrors.ts"

/** The entity of surveys. */
export const surveyEntity = entity({
  name: "Survey",
  table: "surveys",
  model: Survey,
  ids: "uuid",
  unique: {
    field: "name",
    isFreedByDeletion: false,
    taken: ({ name }: Survey) => new SurveyNameTaken({ name })
  },
  activity: { scope: "Survey", name: ({ name }) => name },
  bumps: "project"
})

/** The conditions on the surveys of a list; a missing one matches all. */
export interface SurveyFilter {
  /** Each word is in the name or the description, in any letter case. */
  readonly search?: string
  readonly archived?: boolean
  readonly type?: string
}

type Condition = Where<Survey>

const wordIn = (word: string): Condition => any<Condition>([contains("name", word), contains("description", word)])

const wordsOf = (text: string): ReadonlyArray<string> => text.split(/[\s,]+/).filter((word) => word !== "")

/** The newest first. */
export const surveysBy = ({ archived, search, type }: SurveyFilter): EntityQuery<Survey> => ({
  where: all<Condition>([
    given(archived, (value) => is("archived", value)),
    given(type, (value) => is("type", value)),
    ...wordsOf(search ?? "").map(wordIn)
  ]),
  order: [{ field: "created_at", isDescending: true }]
})

/** The surveys that SDKs get. */
export const surveysForSdks: EntityQuery<Survey> = {
  where: is("archived", false),
  order: [{ field: "created_at", isDescending: true }]
}

/** Those that have begun and not ended, and do something at a time or after a number of responses. */
export const timedSurveys: Where<Survey> = all<Condition>([
  isNot("start_date", null),
  is("end_date", null),
  is("archived", false),
  any<Condition>([
    isNot("iteration_count", null),
    isNot("responses_limit", null),
    isNot("response_sampling_daily_limits", null)
  ])
])
