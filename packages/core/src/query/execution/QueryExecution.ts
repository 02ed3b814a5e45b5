import { Context, Effect, Exit, Layer, Option, type Scope } from "effect"
import type { ProjectRepository } from "../../access/AccessRepository.ts"
import type { Project, ProjectId } from "../../access/Project.ts"
import type { UserId } from "../../access/User.ts"
import type { KnownActions } from "../../actions/KnownActions.ts"
import type { KnownCohorts } from "../../cohorts/KnownCohorts.ts"
import type { TypedProperties } from "../../definitions/TypedProperties.ts"
import { type EventTime, now as currentTime } from "../../events/EventTime.ts"
import type { JobAttemptFailed } from "../../jobs/JobErrors.ts"
import { handle } from "../../jobs/JobKind.ts"
import type { Jobs } from "../../jobs/Jobs.ts"
import type { JsonRecord } from "../../shared/JsonRecord.ts"
import { traced } from "../../shared/Traced.ts"
import type { Transaction } from "../../shared/Transaction.ts"
import { makeUuid7 } from "../../shared/Uuid.ts"
import type { PreparedQuery } from "../AnswerQuery.ts"
import { describeQuery, type LoggedQuery, type LoggedWork, loggingEnd, noWork } from "../log/LoggedQuery.ts"
import { noCost, type QueryCost } from "../log/QueryCost.ts"
import { QueryLog } from "../log/QueryLog.ts"
import type { QueryLogExpired } from "../log/QueryLogErrors.ts"
import { makeShowLog } from "../log/ShowLog.ts"
import { makeReading } from "../PrepareQuery.ts"
import { QueryEngine } from "../QueryEngine.ts"
import { QueryKinds } from "../QueryKinds.ts"
import { measuredEngine } from "../QueryMetrics.ts"
import { clientQueryId, type QueryRequest } from "../QueryRequest.ts"
import { lostEnd, makeBackgroundRuns, running } from "./BackgroundRuns.ts"
import { computedWork, makeComputing } from "./Computing.ts"
import { AnswerJson, makeReadyAnswers, returnedText } from "./KeptAnswer.ts"
import { QueryRunNotFound } from "./QueryExecutionErrors.ts"
import type { QueryFailure } from "./QueryFailureText.ts"
import { type FoundResult, QueryResultRepository } from "./QueryResultRepository.ts"
import { isLost, keptFor, type QueryRun, type QueryRunId } from "./QueryRun.ts"
import { QueryRunRepository } from "./QueryRunRepository.ts"
import { QuerySlots } from "./QuerySlots.ts"
import { statusText } from "./QueryStatusText.ts"
import { actionOf, isForced } from "./RefreshMode.ts"
import { cacheState } from "./Staleness.ts"
import { makeStreaming, type StreamedAnswer } from "./StreamedAnswers.ts"
import { makeWatchedRuns } from "./WatchedRuns.ts"

type Ports =
  | Jobs
  | ProjectRepository
  | QueryEngine
  | QueryLog
  | QueryResultRepository
  | QueryRunRepository
  | QuerySlots
  | Transaction
  | KnownActions
  | KnownCohorts
  | TypedProperties

/** Who asks, and in which project. */
export interface Asking {
  readonly project: Project
  readonly user: UserId | null
  /** By which the query is found in the log, unless the request names it; default: a fresh one. */
  readonly queryId?: string
  /** The route that the query came by. */
  readonly endpoint?: string
  readonly isKeyRequest?: boolean
}

/** The answer to a request. */
export interface QueryAnswer {
  readonly json: AnswerJson
  /** By which the query is polled, where it runs in the background, and found in the log. */
  readonly queryId: string
  /** The work of engines for this answer; of a kept one none. */
  readonly cost: QueryCost
}

/** A request that was read, with what the cache has for it. */
interface Question extends Asking {
  readonly body: JsonRecord
  readonly request: QueryRequest
  readonly prepared: PreparedQuery
  readonly now: EventTime
  readonly kept: FoundResult | undefined
}

/** An answer, and what the log shows of it; the query is another's where there is no work yet. */
interface Answered {
  readonly json: AnswerJson
  readonly work: LoggedWork | undefined
  readonly queryId?: string
}

const runOf = (question: Omit<Question, "kept">, isAsync: boolean): QueryRun => {
  const { body, now, prepared: { cacheKey }, project, request, user } = question
  return {
    project_id: project.id,
    id: request.clientQueryId ?? cacheKey as QueryRunId,
    state: isAsync ? "queued" : "running",
    is_async: isAsync,
    cache_key: cacheKey,
    request: body,
    created_by: user,
    endpoint: question.endpoint ?? "",
    is_key_request: question.isKeyRequest === true,
    start_time: now,
    pickup_time: isAsync ? null : now,
    end_time: null,
    expiration_time: now + keptFor as EventTime,
    error_code: null,
    error_message: null,
    error_extra: null,
    results: null,
    progress: null
  }
}

/** Queries in all refresh modes: answered from what is kept, while the caller waits, or in the background. */
export class QueryExecution extends Context.Service<QueryExecution, {
  /** Answers a request's body as its `refresh` says, and logs it. */
  readonly ask: (asking: Asking, body: unknown) => Effect.Effect<QueryAnswer, QueryFailure>
  /** The answer that is kept for a request's body, however old it is; nothing is run. Undefined where none is kept. */
  readonly recall: (asking: Asking, body: unknown) => Effect.Effect<string | undefined, QueryFailure>
  /**
   * Begins to answer a request's body row by row, and logs it at its end; everything ends with the scope. Nothing is taken
   * from what is kept.
   */
  readonly stream: (asking: Asking, body: unknown) => Effect.Effect<StreamedAnswer, QueryFailure, Scope.Scope>
  /** A run that was begun in the last minutes: one in the background, or one that its client named. */
  readonly status: (project: ProjectId, id: string) => Effect.Effect<QueryRun, QueryRunNotFound>
  /** Stops a run, wherever it runs; one that is over, or that there is not, is left alone. */
  readonly cancel: (project: ProjectId, id: string) => Effect.Effect<void>
  /** The log of a query that was asked for within the last day, as the JSON text of an answer. */
  readonly showLog: (project: Project, id: string) => Effect.Effect<string, QueryLogExpired | QueryRunNotFound>
  /** Does a queued run; the job calls it. */
  readonly runQueued: (
    project: ProjectId,
    id: QueryRunId,
    isLastAttempt: boolean
  ) => Effect.Effect<void, JobAttemptFailed>
}>()("@hedgerow/core/query/execution/QueryExecution") {
  static readonly layerNoDeps: Layer.Layer<QueryExecution, never, Ports> = Layer.effect(
    QueryExecution,
    Effect.gen(function*() {
      const readBody = yield* makeReading
      const results = yield* QueryResultRepository
      const runs = yield* QueryRunRepository
      const engine = yield* measuredEngine(yield* QueryEngine)
      const computing = yield* makeComputing(engine)
      const watching = yield* makeWatchedRuns
      const background = yield* makeBackgroundRuns(computing, watching)
      const streaming = yield* makeStreaming(engine, watching, background)
      const log = yield* QueryLog
      const kinds = yield* QueryKinds
      const ready = makeReadyAnswers()

      const read = Effect.fnUntraced(function*(asking: Asking, body: unknown) {
        const now = yield* currentTime
        const { prepared, request } = yield* readBody(body, { project: asking.project, now })
        const isAsked = prepared.isShareable && !isForced(request.refresh)
        const kept = isAsked
          ? Option.getOrUndefined(yield* results.find(asking.project.id, prepared.cacheKey, now))
          : undefined
        // `readBody` takes nothing but an object.
        const question: Question = { ...asking, body: body as JsonRecord, request, prepared, now, kept }
        return question
      })

      const underWay = ({ kept, now, prepared, project }: Question) =>
        kept?.isUnderWay !== true ? Effect.undefined : Effect.map(
          runs.findUnderWay(project.id, prepared.cacheKey, now),
          (run) => Option.isSome(run) ? statusText(run.value, false) : undefined
        )

      /** What is kept, as it is returned. */
      const cached = Effect.fnUntraced(function*(question: Question) {
        const { kept, prepared: { cacheKey }, project } = question
        const status = yield* underWay(question)
        return status === undefined
          ? ready(`${project.id}/${cacheKey}`, kept?.body ?? "{}")
          : new AnswerJson(returnedText(kept?.body ?? "{}", true, status))
      })

      const enqueue = Effect.fnUntraced(function*(question: Question, replaces: boolean) {
        const { kept, prepared: { cacheKey } } = question
        const status = statusText(yield* background.enqueue(runOf(question, true), replaces), false)
        return kept === undefined
          ? `{"cache_key":${JSON.stringify(cacheKey)},"query_status":${status}}`
          : returnedText(kept.body, true, status)
      })

      /** A caller who named the query may cancel it, and ask how far it is. */
      const named = Effect.fnUntraced(function*(question: Question, id: QueryRunId) {
        const { project } = question
        const query = computing.compute({ ...question, isWatched: true })
        const begun = yield* runs.begin(runOf(question, false), true)
        if (!begun.isNew) return yield* query
        return yield* watching.watched(project.id, id, query, () => computing.progressOf(question)).pipe(
          Effect.onExit((exit) => background.settle(project.id, id, exit))
        )
      })

      const compute = (question: Question) => {
        const { clientQueryId } = question.request
        const computed = clientQueryId === undefined
          ? computing.compute({ ...question, isWatched: false })
          : named(question, clientQueryId)
        return Effect.map(computed, (computed): Answered => ({
          json: new AnswerJson(returnedText(computed.text, false, undefined)),
          work: computedWork(computed)
        }))
      }

      const answer = Effect.fnUntraced(
        function*(asking: Asking, body: unknown): Effect.fn.Return<Answered, QueryFailure> {
          const question = yield* read(asking, body)
          const { kept, now, prepared: { cacheKey, freshness }, request: { clientQueryId, refresh } } = question
          const state = kept === undefined ? "miss" : cacheState(freshness, kept.computed_at, now)
          switch (actionOf(refresh, state)) {
            case "cached": {
              const json = yield* cached(question)
              return { json, work: { ...noWork, isCached: true, resultBytes: json.text.length } }
            }
            case "compute":
              return yield* compute(question)
            case "enqueue": {
              const json = new AnswerJson(yield* enqueue(question, isForced(refresh) || state !== "miss"))
              return { json, work: undefined, queryId: clientQueryId ?? cacheKey }
            }
          }
        }
      )

      const logOf = Effect.fnUntraced(function*(asking: Asking, body: unknown, queryId: string) {
        const described = describeQuery(kinds, body)
        const now = yield* currentTime
        const query: LoggedQuery | undefined = described === undefined ? undefined : {
          ...described,
          project_id: asking.project.id,
          query_id: queryId,
          endpoint: asking.endpoint ?? "",
          created_by: asking.user,
          is_personal_api_key_request: asking.isKeyRequest === true,
          is_async: false,
          query_start_time: now
        }
        return (work: () => LoggedWork) => query === undefined ? () => Effect.void : loggingEnd(log, query, work)
      })

      const ownId = Effect.fnUntraced(function*(asking: Asking, body: unknown) {
        return clientQueryId(body) ?? asking.queryId ?? (yield* makeUuid7)
      })

      /** What runs in the background is logged when it has run. */
      const ask = traced("QueryExecution.ask")(Effect.fnUntraced(function*(asking: Asking, body: unknown) {
        const own = yield* ownId(asking, body)
        const logEnd = yield* logOf(asking, body, own)
        const { json, queryId = own, work } = yield* Effect.onExit(answer(asking, body), (exit) => {
          const work = Exit.isSuccess(exit) ? exit.value.work : noWork
          return work === undefined ? Effect.void : logEnd(() => work)(exit)
        })
        const answered: QueryAnswer = { json, queryId, cost: work?.cost ?? noCost }
        return answered
      }))

      const recall = Effect.fn("QueryExecution.recall")(function*(asking: Asking, body: unknown) {
        const question = yield* read(asking, body)
        return question.kept === undefined ? undefined : (yield* cached(question)).text
      })

      const stream = Effect.fn("QueryExecution.stream")(function*(asking: Asking, body: unknown) {
        const queryId = yield* ownId(asking, body)
        const logEnd = yield* logOf(asking, body, queryId)
        const now = yield* currentTime
        const request = Effect.map(readBody(body, { project: asking.project, now }), (query) => ({
          query,
          run: runOf({ ...asking, ...query, body: body as JsonRecord, now }, false)
        }))
        const answer: StreamedAnswer = { queryId, ...(yield* streaming(request, logEnd)) }
        return answer
      })

      const cancel = Effect.fn("QueryExecution.cancel")(function*(project: ProjectId, text: string) {
        const id = text as QueryRunId
        yield* runs.end(project, id, { state: "cancelled" }, yield* currentTime)
        yield* watching.stop(project, id)
      })

      const status = Effect.fn("QueryExecution.status")(function*(project: ProjectId, text: string) {
        const now = yield* currentTime
        const found = Effect.flatMap(runs.find(project, text as QueryRunId, now), Effect.fromOption).pipe(
          Effect.mapError(() => new QueryRunNotFound({ id: text, project }))
        )
        const run = yield* found
        if (!isLost(run, now)) return run
        yield* runs.end(project, run.id, lostEnd, now)
        return yield* found
      })

      return QueryExecution.of({
        ask,
        recall,
        stream,
        status,
        cancel,
        showLog: yield* makeShowLog,
        runQueued: background.runQueued
      })
    })
  )

  static readonly layer = QueryExecution.layerNoDeps.pipe(Layer.provide(QuerySlots.layer))
}

/** Does `running`. */
export const handler = handle(
  running,
  Effect.fnUntraced(function*({ id }, { attempts, max_attempts, project_id }) {
    if (project_id === null) return
    yield* (yield* QueryExecution).runQueued(project_id, id, attempts >= max_attempts)
  })
)
