import type { LongText } from "@hedgerow/sql/types/LongText"
import { Context, Effect, Exit, Layer, Option, type Scope } from "effect"
import type { ProjectRepository } from "../../access/AccessRepository.ts"
import type { KnownActions } from "../../actions/KnownActions.ts"
import type { TypedProperties } from "../../definitions/TypedProperties.ts"
import { type EventTime, now as currentTime, nowIn } from "../../events/EventTime.ts"
import type { Project, ProjectId } from "../../identity/Project.ts"
import type { JobAttemptFailed } from "../../jobs/JobErrors.ts"
import { handle } from "../../jobs/JobKind.ts"
import type { Jobs } from "../../jobs/Jobs.ts"
import type { JsonRecord } from "../../shared/JsonRecord.ts"
import { traced } from "../../shared/Traced.ts"
import type { Transaction } from "../../shared/Transaction.ts"
import { makeUuid7In } from "../../shared/Uuid.ts"
import { withConstantAnswers } from "../ConstantAnswers.ts"
import type { KnownCohorts } from "../KnownCohorts.ts"
import { describeQuery, type LoggedQuery, type LoggedWork, loggingEnd, noWork } from "../log/LoggedQuery.ts"
import { noCost, type QueryCost } from "../log/QueryCost.ts"
import { QueryLog } from "../log/QueryLog.ts"
import type { QueryLogExpired } from "../log/QueryLogErrors.ts"
import { makeShowLog } from "../log/ShowLog.ts"
import { makeReading } from "../PrepareQuery.ts"
import { QueryEngine, type QueryEngineBusy } from "../QueryEngine.ts"
import { QueryKinds } from "../QueryKinds.ts"
import { measuredEngine } from "../QueryMetrics.ts"
import { clientQueryId } from "../QueryRequest.ts"
import { makeAnswering } from "./Answering.ts"
import { lostEnd, makeBackgroundRuns, running } from "./BackgroundRuns.ts"
import type { AnswerJson } from "./CachedAnswer.ts"
import { makeComputing } from "./Computing.ts"
import { makeHeldAnswers } from "./HeldAnswers.ts"
import { QueryRunNotFound } from "./QueryExecutionErrors.ts"
import type { QueryFailure } from "./QueryFailureText.ts"
import type { QueryResultRepository } from "./QueryResultRepository.ts"
import { isLost, type QueryRun, type QueryRunId } from "./QueryRun.ts"
import { QueryRunRepository } from "./QueryRunRepository.ts"
import { QuerySlots } from "./QuerySlots.ts"
import { type Asking, runOf } from "./Question.ts"
import { makeRunReading } from "./RunReading.ts"
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

/** The answer to a request. */
export interface QueryAnswer {
  readonly json: AnswerJson
  /** By which the query is polled, where it runs in the background, and found in the log. */
  readonly queryId: string
  /** The work of engines for this answer; of a kept one none. */
  readonly cost: QueryCost
}

/** Queries in all refresh modes: answered from what is kept, while the caller waits, or in the background. */
export class QueryExecution extends Context.Service<QueryExecution, {
  /** Answers a request's body by its `refresh`, and logs it. A long answer counts as held until the scope closes. */
  readonly ask: (asking: Asking, body: unknown) => Effect.Effect<QueryAnswer, QueryFailure, Scope.Scope>
  /** The answer that is kept for a request's body, however old it is; nothing is run. Undefined where none is kept. */
  readonly recall: (asking: Asking, body: unknown) => Effect.Effect<LongText | undefined, QueryFailure, Scope.Scope>
  /**
   * Begins to answer a request's body row by row, and logs it at its end; everything ends with the scope. Nothing is
   * taken from what is kept.
   */
  readonly stream: (asking: Asking, body: unknown) => Effect.Effect<StreamedAnswer, QueryFailure, Scope.Scope>
  /**
   * A run that was begun in the last minutes: one in the background, or one that its client named. Its results count as
   * held until the scope closes.
   */
  readonly status: (
    project: ProjectId,
    id: string
  ) => Effect.Effect<QueryRun, QueryEngineBusy | QueryRunNotFound, Scope.Scope>
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
      const runs = yield* QueryRunRepository
      const engine = withConstantAnswers(yield* measuredEngine(yield* QueryEngine))
      const held = yield* makeHeldAnswers
      const computing = yield* makeComputing(engine, held)
      const watching = yield* makeWatchedRuns
      const background = yield* makeBackgroundRuns(computing, watching)
      const streaming = yield* makeStreaming(engine, watching, background)
      const readRun = yield* makeRunReading(background, held)
      const { answer, recall } = yield* makeAnswering({ readBody, computing, watching, background, held, readRun })
      const log = yield* QueryLog
      const kinds = yield* QueryKinds

      const logOf = (asking: Asking, body: unknown, queryId: string, now: EventTime) => {
        const described = describeQuery(kinds, body)
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
      }

      const ownId = (asking: Asking, body: unknown, context: Context.Context<never>) =>
        clientQueryId(body) ?? asking.queryId ?? makeUuid7In(context)

      /** A run in the background is logged when it has ended. */
      const ask = traced("QueryExecution.ask")((asking: Asking, body: unknown) =>
        Effect.withFiber<QueryAnswer, QueryFailure, Scope.Scope>(({ context }) => {
          const own = ownId(asking, body, context)
          const logEnd = logOf(asking, body, own, nowIn(context))
          const logged = Effect.onExit(answer(asking, body), (exit) => {
            const work = Exit.isSuccess(exit) ? exit.value.work : noWork
            return work === undefined ? Effect.void : logEnd(() => work)(exit)
          })
          return Effect.map(logged, ({ json, queryId = own, work }) => ({ json, queryId, cost: work?.cost ?? noCost }))
        })
      )

      const stream = Effect.fn("QueryExecution.stream")(function*(asking: Asking, body: unknown) {
        const queryId = ownId(asking, body, yield* Effect.context<never>())
        const now = yield* currentTime
        const logEnd = logOf(asking, body, queryId, now)
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
        const found = Effect.flatMap(
          readRun(project, text as QueryRunId, now),
          Option.match({
            onNone: () => Effect.fail(new QueryRunNotFound({ id: text, project })),
            onSome: Effect.succeed
          })
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
