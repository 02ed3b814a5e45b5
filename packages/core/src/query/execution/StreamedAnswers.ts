import { Deferred, Effect, Exit, type Scope, Stream } from "effect"
import { InvalidInput } from "../../shared/InvalidInput.ts"
import { shownText } from "../../shared/ShownValue.ts"
import type { ReadQuery } from "../PrepareQuery.ts"
import type { QueryEngine, QueryProgress } from "../QueryEngine.ts"
import type { BackgroundRuns } from "./BackgroundRuns.ts"
import { reporting } from "./Computing.ts"
import { keptText } from "./KeptAnswer.ts"
import type { QueryCancelled } from "./QueryExecutionErrors.ts"
import type { QueryFailure } from "./QueryFailureText.ts"
import type { QueryRun } from "./QueryRun.ts"
import { QueryRunRepository } from "./QueryRunRepository.ts"
import type { RefreshMode } from "./RefreshMode.ts"
import { makeStreamedRows, type StreamedRows } from "./StreamedRows.ts"
import type { WatchedRuns } from "./WatchedRuns.ts"

/** The modes of those who wait: a streamed answer is computed for its caller, and not kept. */
const waiting: ReadonlySet<RefreshMode> = new Set(["blocking", "force_blocking", "force_cache"])

/** What a run says of an answer that its caller took row by row. */
const answerOf = ({ columns, warnings }: StreamedRows): string =>
  keptText({
    results: [],
    columns: columns.map(({ name }) => name),
    warnings: [...warnings, "The rows were streamed to the caller and are not kept."]
  })

/** Streams the rows of queries; those that their clients named can be polled and cancelled. */
export const makeStreaming = Effect.fnUntraced(function*(
  engine: QueryEngine["Service"],
  watching: WatchedRuns,
  background: BackgroundRuns
) {
  const open = yield* makeStreamedRows
  const runs = yield* QueryRunRepository

  const named = Effect.fnUntraced(function*(
    run: QueryRun,
    rows: (engine: QueryEngine["Service"]) => Effect.Effect<StreamedRows, QueryFailure, Scope.Scope>
  ) {
    const { id, project_id: project } = run
    const begun = yield* runs.begin(run, true)
    if (!begun.isNew) return yield* rows(engine)
    let progress: QueryProgress | undefined
    let end: Exit.Exit<string, QueryFailure> = Exit.interrupt()
    yield* Effect.addFinalizer(() => background.settle(project, id, end))
    const stopped = yield* Deferred.make<never, QueryCancelled>()
    yield* watching.watched(project, id, Effect.never, () => progress).pipe(
      Effect.onExit((exit) => Deferred.done(stopped, exit)),
      Effect.forkScoped({ startImmediately: true })
    )
    const watched = reporting(engine, (now) => {
      progress = now
    })
    const found = yield* Effect.raceFirst(rows(watched), Deferred.await(stopped)).pipe(
      Effect.onError((cause) =>
        Effect.sync(() => {
          end = Exit.failCause(cause)
        })
      )
    )
    const batches = Stream.transformPull(
      found.batches,
      (pull) => Effect.succeed(Effect.raceFirst(Deferred.await(stopped), pull))
    ).pipe(
      Stream.onExit((exit) =>
        Effect.sync(() => {
          end = Exit.map(exit, () => answerOf(found))
        })
      )
    )
    return { ...found, batches }
  })

  /** The rows of a request that was read; `run` is how others know it. */
  return Effect.fnUntraced(function*(
    { prepared, request }: ReadQuery,
    run: QueryRun
  ): Effect.fn.Return<StreamedRows, QueryFailure, Scope.Scope> {
    const { stream } = prepared
    if (!waiting.has(request.refresh)) {
      return yield* InvalidInput.at(
        ["refresh"],
        "invalid_choice",
        `"${request.refresh}" does not wait for the answer, which a stream does. Leave it out, or use "blocking".`
      )
    }
    if (stream === undefined) {
      return yield* InvalidInput.at(
        [...request.path, "kind"],
        "invalid_choice",
        `Answers of ${shownText(request.kind.kind)} cannot be streamed: ask for application/json.`
      )
    }
    const rows = (engine: QueryEngine["Service"]) => open(run.project_id, stream, engine)
    return yield* request.clientQueryId === undefined ? rows(engine) : named(run, rows)
  })
})
