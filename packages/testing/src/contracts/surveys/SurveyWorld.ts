import type { Editing } from "@hedgerow/core/entities/Changes"
import * as EventTime from "@hedgerow/core/events/EventTime"
import type { Project } from "@hedgerow/core/identity/Project"
import { Ingestion } from "@hedgerow/core/ingestion/Ingestion"
import { Surveys } from "@hedgerow/core/surveys/Surveys"
import { Effect } from "effect"
import { makeProject } from "../fixtures.ts"

/** An event about a survey as a client sends it. */
export interface SurveyEvent {
  readonly event: string
  readonly distinct_id: string
  readonly uuid: string
  readonly timestamp: string
  readonly properties: Readonly<Record<string, unknown>>
}

/** The author of changes in the project. */
export const editing = (project: Project): Editing => ({ project, actor: "system" })

/** Captures the events and waits until they are stored. */
export const capture = Effect.fnUntraced(function*(project: Project, batch: ReadonlyArray<SurveyEvent>) {
  const ingestion = yield* Ingestion
  const receivedAt = yield* EventTime.now
  const body = JSON.stringify({ api_key: project.api_token, batch })
  yield* Effect.orDie(ingestion.capture({ body, receivedAt, ip: undefined, sentAt: undefined }))
})

/** A survey of the project that has run since the beginning of 2024. */
export const makeSurvey = Effect.fnUntraced(function*(project: Project, name: string, fields: object = {}) {
  const surveys = yield* Surveys
  const body = { name, type: "popover", start_date: "2024-01-01T00:00:00Z", ...fields }
  return yield* Effect.orDie(surveys.create(editing(project), body))
})

/** Two projects with a survey each. */
export const makeSurveyProjects = Effect.gen(function*() {
  const [project, other] = [yield* makeProject, yield* makeProject]
  return { project, other, by: editing(project) }
})

/** The uuid with this number. */
export const uuidOf = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`

/** The answers of one event: its number is its uuid and its minute. */
export const sent = (
  survey: string,
  number: number,
  properties: Readonly<Record<string, unknown>> = {},
  more: Partial<SurveyEvent> = {}
): SurveyEvent => ({
  event: "survey sent",
  distinct_id: "ada",
  uuid: uuidOf(number),
  timestamp: `2024-06-10T09:${String(number % 60).padStart(2, "0")}:00Z`,
  properties: { $survey_id: survey, ...properties },
  ...more
})
