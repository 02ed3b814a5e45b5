import { Context, Effect, Layer, type Scope } from "effect"
import type { Changes, Editing } from "../../entities/Changes.ts"
import type { Project } from "../../identity/Project.ts"
import type { QueryFailure } from "../../query/execution/QueryFailureText.ts"
import type { QuerySlotRepository } from "../../query/execution/QuerySlotRepository.ts"
import { QuerySlots } from "../../query/execution/QuerySlots.ts"
import type { QueryEngine } from "../../query/QueryEngine.ts"
import type { InvalidInput } from "../../shared/InvalidInput.ts"
import type { Transaction } from "../../shared/Transaction.ts"
import type { Survey } from "../Survey.ts"
import type { ResponseArchivedElsewhere, SurveyNotFound } from "../SurveyErrors.ts"
import type { SurveyRepository } from "../SurveyRepository.ts"
import { Surveys } from "../Surveys.ts"
import type { ArchivedResponseRepository } from "./ArchivedResponseRepository.ts"
import { makeResponseArchive } from "./ResponseArchive.ts"
import { makeResponseList, type ResponseFilter, type ResponseStream, type SurveyResponse } from "./ResponseList.ts"
import { makeResponseQueries, type ResponseQueryError } from "./ResponseQueries.ts"
import { makeResponseTexts, type ResponsesState, type TextAnswer } from "./ResponseTexts.ts"

type Ports =
  | ArchivedResponseRepository
  | Changes
  | QueryEngine
  | QuerySlotRepository
  | SurveyRepository
  | Surveys
  | Transaction

/**
 * The answers of people. A response is a submission, or a `survey sent` event without one, within the time of the
 * survey: from its start to its end. Its answers are those of its latest event. Ids stand as in URLs.
 */
export class SurveyResponses extends Context.Service<SurveyResponses, {
  /** Puts a response away: the uuid of one of its events, or its submission. Returns the uuid. */
  readonly archive: (
    by: Editing,
    survey: string,
    response: string
  ) => Effect.Effect<string, SurveyNotFound | InvalidInput | ResponseArchivedElsewhere | ResponseQueryError>
  /** Takes a response back; one that is not archived stays as it is. Returns the uuid. */
  readonly unarchive: (
    by: Editing,
    survey: string,
    response: string
  ) => Effect.Effect<string, SurveyNotFound | InvalidInput | ResponseArchivedElsewhere | ResponseQueryError>
  /** Every uuid that an archived response of the survey is known by, the last archived first. */
  readonly archivedUuids: (
    project: Project,
    survey: string
  ) => Effect.Effect<ReadonlyArray<string>, SurveyNotFound | ResponseQueryError>
  /** A page of the responses. */
  readonly list: (
    project: Project,
    survey: string,
    filter: ResponseFilter
  ) => Effect.Effect<ReadonlyArray<SurveyResponse>, SurveyNotFound | ResponseQueryError>
  /** The same as they come: in batches, any number of them. It ends with the scope. */
  readonly stream: (
    project: Project,
    survey: string,
    filter: ResponseFilter
  ) => Effect.Effect<ResponseStream, SurveyNotFound | QueryFailure, Scope.Scope>
  /** The newest responses, without archived ones; answers are cut after 2,000 characters. */
  readonly latest: (
    project: Project,
    survey: Survey,
    limit: number
  ) => Effect.Effect<ReadonlyArray<SurveyResponse>, ResponseQueryError>
  /**
   * The texts that people wrote to the question with this id: answers to an open question, and texts of one's own in the
   * place of a choice. The newest first, `limit` at most, without those of archived responses; cut
   * after 2,000 characters.
   */
  readonly texts: (
    project: Project,
    survey: Survey,
    question: string,
    limit: number
  ) => Effect.Effect<ReadonlyArray<TextAnswer>, ResponseQueryError>
  /** The state of the responses, for caches of results that depend on them. */
  readonly state: (project: Project, survey: Survey) => Effect.Effect<ResponsesState, ResponseQueryError>
}>()("@hedgerow/core/surveys/responses/SurveyResponses") {
  static readonly layer: Layer.Layer<SurveyResponses, never, Ports> = Layer.effect(
    SurveyResponses,
    Effect.gen(function*() {
      const surveys = yield* Surveys
      const queries = yield* makeResponseQueries
      const archive = yield* makeResponseArchive(queries)
      const { list, stream } = makeResponseList(queries, archive)
      const { state, texts } = makeResponseTexts(queries, archive)

      return SurveyResponses.of({
        archive: Effect.fn("SurveyResponses.archive")(function*(by, survey, response) {
          return yield* archive.put(by, yield* surveys.find(by.project.id, survey), response)
        }),
        unarchive: Effect.fn("SurveyResponses.unarchive")(function*(by, survey, response) {
          return yield* archive.take(by, yield* surveys.find(by.project.id, survey), response)
        }),
        archivedUuids: Effect.fn("SurveyResponses.archivedUuids")(function*(project, survey) {
          return yield* archive.uuids(project, yield* surveys.find(project.id, survey))
        }),
        list: Effect.fn("SurveyResponses.list")(function*(project, survey, filter) {
          return yield* list(project, yield* surveys.find(project.id, survey), filter)
        }),
        stream: Effect.fn("SurveyResponses.stream")(function*(project, survey, filter) {
          return yield* stream(project, yield* surveys.find(project.id, survey), filter)
        }),
        latest: Effect.fn("SurveyResponses.latest")((project, survey, limit) =>
          list(project, survey, { archived: false, isCut: true, limit })
        ),
        texts: Effect.fn("SurveyResponses.texts")(texts),
        state: Effect.fn("SurveyResponses.state")(state)
      })
    })
  ).pipe(Layer.provide(QuerySlots.layer))
}
