import { wholeText } from "@hedgerow/sql/types/LongText"
import { Effect, Option, type Scope } from "effect"
import { now as currentTime } from "../../events/EventTime.ts"
import type { JsonRecord } from "../../shared/JsonRecord.ts"
import { type LoggedWork, noWork } from "../log/LoggedQuery.ts"
import type { makeReading } from "../PrepareQuery.ts"
import type { BackgroundRuns } from "./BackgroundRuns.ts"
import { AnswerJson, makeReadyAnswers } from "./CachedAnswer.ts"
import { computedWork, type Computing } from "./Computing.ts"
import type { HeldAnswers } from "./HeldAnswers.ts"
import type { QueryFailure } from "./QueryFailureText.ts"
import { QueryResultRepository } from "./QueryResultRepository.ts"
import type { QueryRunId } from "./QueryRun.ts"
import { QueryRunRepository } from "./QueryRunRepository.ts"
import { statusText } from "./QueryStatusText.ts"
import { type Asking, type Question, runOf } from "./Question.ts"
import { actionOf, isForced } from "./RefreshMode.ts"
import type { RunReading } from "./RunReading.ts"
import { cacheState } from "./Staleness.ts"
import { orUnreadable } from "./UnreadableTexts.ts"
import type { WatchedRuns } from "./WatchedRuns.ts"

/** An answer, and its work for the log; the query is another's where there is no work yet. */
export interface Answered {
  readonly json: AnswerJson
  readonly work: LoggedWork | undefined
  readonly queryId?: string
}

/** A cached answer that cannot be read is none. */
const orNone = <A, E, R>(found: Effect.Effect<Option.Option<A>, E, R>): Effect.Effect<Option.Option<A>, E, R> =>
  orUnreadable(found, "A cached answer cannot be read: it is computed anew", Effect.succeed(Option.none<A>()))

/** The means of answering. */
export interface AnsweringParts {
  readonly readBody: Effect.Success<typeof makeReading>
  readonly computing: Computing
  readonly watching: WatchedRuns
  readonly background: BackgroundRuns
  readonly held: HeldAnswers
  readonly readRun: RunReading
}

/** Answers requests by their `refresh`: kept, computed while the caller waits, or in the background. */
export const makeAnswering = Effect.fnUntraced(
  function*({ background, computing, held, readBody, readRun, watching }: AnsweringParts) {
    const results = yield* QueryResultRepository
    const runs = yield* QueryRunRepository
    const ready = makeReadyAnswers()

    /** With a question comes what gives the memory of its cached text back. */
    const read = Effect.fnUntraced(function*(asking: Asking, body: unknown) {
      const now = yield* currentTime
      const { prepared, request } = yield* readBody(body, { project: asking.project, now, text: asking.text })
      const isAsked = prepared.isShareable && !isForced(request.refresh)
      let letGo: Effect.Effect<void> = Effect.void
      const admit = (bytes: number) =>
        Effect.map(held.admitText(bytes), (release) => {
          letGo = release
        })
      const kept = isAsked
        ? Option.getOrUndefined(yield* orNone(results.find(asking.project.id, prepared.cacheKey, now, admit)))
        : undefined
      // `readBody` takes nothing but an object.
      const question: Question = { ...asking, body: body as JsonRecord, request, prepared, now, kept }
      return { question, letGo }
    })

    const alone = ({ kept, prepared: { cacheKey }, project }: Question) =>
      ready(`${project.id}/${cacheKey}`, kept?.body ?? "{}")

    /** The cached result in the form of an answer, with the run of the same query that goes on. */
    const cached = (question: Question) => {
      const { kept, now, prepared: { cacheKey }, project } = question
      if (kept?.isUnderWay !== true) return Effect.succeed(alone(question))
      return Effect.map(runs.findUnderWay(project.id, cacheKey, now), (run) =>
        Option.isNone(run)
          ? alone(question)
          : AnswerJson.returned(kept.body, true, wholeText(statusText(run.value, false))))
    }

    /** The run that stands for the question in the background, with the results that it may have already. */
    const queued = Effect.fnUntraced(function*(question: Question, replaces: boolean) {
      const run = yield* background.enqueue(runOf(question, true), replaces)
      if (run.state !== "done") return run
      return Option.getOrElse(yield* readRun(run.project_id, run.id, question.now), () => run)
    })

    const enqueue = Effect.fnUntraced(function*(question: Question, replaces: boolean) {
      const { kept, prepared: { cacheKey } } = question
      const status = statusText(yield* queued(question, replaces), false)
      return kept === undefined
        ? AnswerJson.ended(`{"cache_key":${JSON.stringify(cacheKey)},"query_status":`, status)
        : AnswerJson.returned(kept.body, true, wholeText(status))
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
      return Effect.flatMap(computed, (computed) => {
        const json = AnswerJson.returned(computed.text, false)
        const answered: Answered = { json, work: computedWork(computed) }
        return Effect.as(held.hold(json.length), answered)
      })
    }

    const cachedAnswer = Effect.fnUntraced(function*(question: Question) {
      const json = yield* cached(question)
      const answered: Answered = { json, work: { ...noWork, isCached: true, resultBytes: json.length } }
      return answered
    })

    const queuedAnswer = Effect.fnUntraced(function*(question: Question, replaces: boolean) {
      const { prepared: { cacheKey }, request: { clientQueryId } } = question
      const json = yield* enqueue(question, replaces)
      const answered: Answered = { json, work: undefined, queryId: clientQueryId ?? cacheKey }
      return answered
    })

    /** While an answer is computed nothing holds the cached one that it replaces. */
    const answer = (asking: Asking, body: unknown): Effect.Effect<Answered, QueryFailure, Scope.Scope> =>
      Effect.flatMap(read(asking, body), ({ letGo, question }) => {
        const { kept, now, prepared: { freshness }, request: { refresh } } = question
        const state = kept === undefined ? "miss" : cacheState(freshness, kept.computed_at, now)
        switch (actionOf(refresh, state)) {
          case "cached":
            return cachedAnswer(question)
          case "compute":
            return Effect.andThen(letGo, compute({ ...question, kept: undefined }))
          case "enqueue":
            return queuedAnswer(question, isForced(refresh) || state !== "miss")
        }
      })

    const recall = Effect.fn("QueryExecution.recall")(function*(asking: Asking, body: unknown) {
      const { question } = yield* read(asking, body)
      return question.kept === undefined ? undefined : (yield* cached(question)).longText
    })

    return { answer, recall }
  }
)
