import { encodeJson } from "@hedgerow/sql/types/ResultJson"
import { shownText } from "@hedgerow/sql/types/ShownText"
import { Deferred, Effect, Exit, type Scope, Stream } from "effect"
import { InvalidInput } from "../../shared/InvalidInput.ts"
import { type LoggedWork, noWork } from "../log/LoggedQuery.ts"
import { makeQueryMeter, type QueryCost } from "../log/QueryCost.ts"
import type { ReadQuery } from "../PrepareQuery.ts"
import type { QueryEngine, QueryProgress } from "../QueryEngine.ts"
import type { BackgroundRuns } from "./BackgroundRuns.ts"
import { type Computed, reporting } from "./Computing.ts"
import type { QueryCancelled } from "./QueryExecutionErrors.ts"
import type { QueryFailure } from "./QueryFailureText.ts"
import type { QueryRun } from "./QueryRun.ts"
import { QueryRunRepository } from "./QueryRunRepository.ts"
import { waits } from "./RefreshMode.ts"
import { makeStreamedRows, type StreamedRows } from "./StreamedRows.ts"
import type { WatchedRuns } from "./WatchedRuns.ts"

type Engine = QueryEngine["Service"]
type Rows = Effect.Effect<StreamedRows, QueryFailure, Scope.Scope>

/** A streamed answer. */
export interface StreamedAnswer extends StreamedRows {
  /** By which it is found in the log, and polled and cancelled where its client named it. */
  readonly queryId: string
}

/** A request whose rows are to be streamed, and how others know it. */
export interface StreamRequest {
  readonly query: ReadQuery
  readonly run: QueryRun
}

/** The result of a run whose caller took it row by row. */
const computedOf = ({ columns, taken, warnings }: StreamedRows, cost: QueryCost): Computed => ({
  text: encodeJson({
    results: [],
    columns: columns.map(({ name }) => name),
    warnings: [...warnings, "The rows were streamed to the caller and are not kept."]
  }),
  rows: taken().rows,
  cost
})

/**
 * The same rows; `onEnd` is called once with how they ended, at the latest with the scope. A caller that takes no more of
 * them, whatever its reason, has left.
 */
const followed = Effect.fnUntraced(function*(
  rows: Rows,
  onEnd: (exit: Exit.Exit<StreamedRows, QueryFailure>, found: StreamedRows | undefined) => Effect.Effect<void>
) {
  let end: Exit.Exit<StreamedRows, QueryFailure> = Exit.interrupt()
  let found: StreamedRows | undefined
  yield* Effect.addFinalizer(() => onEnd(end, found))
  const note = (exit: typeof end) =>
    Effect.sync(() => {
      end = exit
    })
  const begun = yield* Effect.onError(rows, (cause) => note(Exit.failCause(cause)))
  found = begun
  const followed: StreamedRows = {
    ...begun,
    batches: begun.batches.pipe(
      Stream.tapCause((cause) => note(Exit.failCause(cause))),
      Stream.onEnd(note(Exit.succeed(begun)))
    )
  }
  return followed
})

const streamOf = ({ prepared: { stream }, request: { kind, path, refresh } }: ReadQuery) => {
  if (!waits(refresh)) {
    const message = `"${refresh}" does not wait for the answer, which a stream does. Leave it out, or use "blocking".`
    return Effect.fail(InvalidInput.at(["refresh"], "invalid_choice", message))
  }
  if (stream === undefined) {
    const message = `Answers of ${shownText(kind.kind)} cannot be streamed: ask for application/json.`
    return Effect.fail(InvalidInput.at([...path, "kind"], "invalid_choice", message))
  }
  return Effect.succeed(stream)
}

/** Streams the rows of queries; those that their clients named can be polled and cancelled. */
export const makeStreaming = Effect.fnUntraced(function*(
  engine: Engine,
  watching: WatchedRuns,
  background: BackgroundRuns
) {
  const open = yield* makeStreamedRows
  const runs = yield* QueryRunRepository

  /** The rows of a run that others may cancel, and ask how far it is. */
  const watched = Effect.fnUntraced(function*(run: QueryRun, engine: Engine, rows: (engine: Engine) => Rows) {
    let progress: QueryProgress | undefined
    const stopped = yield* Deferred.make<never, QueryCancelled>()
    yield* watching.watched(run.project_id, run.id, Effect.never, () => progress).pipe(
      Effect.onExit((exit) => Deferred.done(stopped, exit)),
      Effect.forkScoped({ startImmediately: true })
    )
    const watchedEngine = reporting(engine, (now) => {
      progress = now
    })
    const stopping = <A, E>(effect: Effect.Effect<A, E>) => Effect.raceFirst(Deferred.await(stopped), effect)
    const found = yield* Effect.raceFirst(Deferred.await(stopped), rows(watchedEngine))
    const batches = Stream.transformPull(found.batches, (pull) => Effect.succeed(stopping(pull)))
    return { ...found, batches }
  })

  const named = Effect.fnUntraced(function*(
    run: QueryRun,
    engine: Engine,
    cost: () => QueryCost,
    rows: (engine: Engine) => Rows
  ) {
    const begun = yield* runs.begin(run, true)
    if (!begun.isNew) return yield* rows(engine)
    return yield* followed(
      watched(run, engine, rows),
      (exit) => background.settle(run.project_id, run.id, Exit.map(exit, (found) => computedOf(found, cost())))
    )
  })

  /** The rows of a request; `logEnd` is called with how they ended. */
  return Effect.fnUntraced(function*(
    request: Effect.Effect<StreamRequest, InvalidInput>,
    logEnd: (work: () => LoggedWork) => (exit: Exit.Exit<unknown, QueryFailure>) => Effect.Effect<void>
  ) {
    const { cost, metered } = makeQueryMeter()
    const rows = Effect.gen(function*() {
      const { query, run } = yield* request
      const stream = yield* streamOf(query)
      const rows = (engine: Engine) => open(run.project_id, stream, engine)
      return yield* query.request.clientQueryId === undefined
        ? rows(metered(engine))
        : named(run, metered(engine), cost, rows)
    })
    return yield* followed(rows, (exit, found) => {
      const taken = found?.taken()
      const work = { ...noWork, cost: cost(), resultRows: taken?.rows ?? 0, resultBytes: taken?.bytes ?? 0 }
      return logEnd(() => work)(exit)
    })
  })
})
