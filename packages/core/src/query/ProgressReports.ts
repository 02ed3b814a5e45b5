import { Clock, Effect, type Scope } from "effect"
import type { QueryOptions, QueryProgress } from "./QueryEngine.ts"

/** The figures an engine knows of its work. */
export type ProgressFigures = Pick<QueryProgress, "bytesRead" | "rowsRead"> & Partial<QueryProgress>

/** The receiver of an engine's progress. Figures never fall, in any order of reports. */
export interface ProgressReports {
  /** Says it at once. */
  readonly report: (figures: ProgressFigures) => void
  /** Says it with the next report. */
  readonly note: (figures: ProgressFigures) => void
}

/** Between two reports of a silent query its time goes on. */
const reportEvery = "250 millis"

const silent: ProgressReports = { report: () => undefined, note: () => undefined }

const furthest = (last: QueryProgress, figures: ProgressFigures): QueryProgress => {
  const rowsRead = Math.max(last.rowsRead, figures.rowsRead)
  return {
    rowsRead,
    bytesRead: Math.max(last.bytesRead, figures.bytesRead),
    estimatedRowsTotal: Math.max(rowsRead, figures.estimatedRowsTotal ?? last.estimatedRowsTotal),
    timeElapsed: last.timeElapsed,
    activeCpuTime: Math.max(last.activeCpuTime, figures.activeCpuTime ?? 0)
  }
}

/** Reports until the scope ends. */
export const makeProgressReports = Effect.fnUntraced(
  function*(onProgress: QueryOptions["onProgress"]): Effect.fn.Return<ProgressReports, never, Scope.Scope> {
    if (onProgress === undefined) return silent
    const clock = yield* Clock.Clock
    const start = clock.currentTimeMillisUnsafe()
    let last: QueryProgress = { rowsRead: 0, bytesRead: 0, estimatedRowsTotal: 0, timeElapsed: 0, activeCpuTime: 0 }
    const note = (figures: ProgressFigures): void => {
      last = furthest(last, figures)
    }
    const report = (figures: ProgressFigures): void => {
      note(figures)
      last = { ...last, timeElapsed: clock.currentTimeMillisUnsafe() - start }
      onProgress(last)
    }
    yield* Effect.forkScoped(Effect.forever(Effect.andThen(Effect.sleep(reportEvery), Effect.sync(() => report(last)))))
    return { report, note }
  }
)
