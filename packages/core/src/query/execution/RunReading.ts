import { Effect, Option, type Scope } from "effect"
import type { EventTime } from "../../events/EventTime.ts"
import type { ProjectId } from "../../identity/Project.ts"
import type { QueryEngineBusy } from "../QueryEngine.ts"
import type { BackgroundRuns } from "./BackgroundRuns.ts"
import { failedBy } from "./BackgroundRuns.ts"
import type { HeldAnswers } from "./HeldAnswers.ts"
import { unreadableText } from "./QueryFailureText.ts"
import { endedAt, type QueryRun, type QueryRunId } from "./QueryRun.ts"
import { QueryRunRepository } from "./QueryRunRepository.ts"
import { orUnreadable } from "./UnreadableTexts.ts"

/** The run as one that has failed, since its results cannot be read. */
const unreadable = (run: QueryRun): QueryRun => ({
  ...run,
  ...endedAt(failedBy(unreadableText), run.end_time ?? run.start_time),
  end_time: run.end_time,
  expiration_time: run.expiration_time
})

/**
 * Reads runs with their results: long ones count as held until the scope closes, and are admitted before they are read. A
 * run in the background whose results cannot be read is queued anew; another one has failed with `result_unreadable`.
 */
export const makeRunReading = Effect.fnUntraced(function*(background: BackgroundRuns, held: HeldAnswers) {
  const runs = yield* QueryRunRepository

  const anew = Effect.fnUntraced(function*(project: ProjectId, id: QueryRunId, now: EventTime) {
    const run = Option.getOrUndefined(yield* runs.findState(project, id, now))
    if (run?.state !== "done") return Option.fromUndefinedOr(run)
    const failed = Effect.succeed(unreadable(run))
    return Option.some(
      yield* run.is_async
        ? orUnreadable(background.again(run, now), "A query whose stored result is lost cannot be run again", failed)
        : failed
    )
  })

  return (
    project: ProjectId,
    id: QueryRunId,
    now: EventTime
  ): Effect.Effect<Option.Option<QueryRun>, QueryEngineBusy, Scope.Scope> =>
    orUnreadable(
      runs.find(project, id, now, held.admitText),
      "The stored result of a query cannot be read",
      anew(project, id, now)
    )
})

/** Finds a run with its results. */
export type RunReading = Effect.Success<ReturnType<typeof makeRunReading>>
