import { Effect } from "effect"
import type { Progress } from "../protocol/Statement.ts"
import { answerFormat, makeAnswerReader } from "./AnswerReader.ts"
import type { Pool } from "./Connections.ts"
import { quoteName } from "./QuoteName.ts"
import { readStream, send } from "./Request.ts"

const askEvery = "100 millis"

interface Watched {
  readonly connections: { readonly control: Pool }
  readonly cluster: string | undefined
}

/** On a cluster the statement may run on any replica; rows that it reads elsewhere are added up where it began. */
const processes = (cluster: string | undefined): string =>
  cluster === undefined ? "system.processes" : `clusterAllReplicas(${quoteName(cluster)}, system.processes)`

const ask = ({ cluster, connections }: Watched, mark: string) =>
  send(connections.control, {
    sql: `SELECT read_rows, read_bytes, total_rows_approx, intDiv(ProfileEvents['OSCPUVirtualTimeMicroseconds'], 1000)
FROM ${processes(cluster)}
WHERE is_initial_query AND Settings['log_comment'] = {mark:String}
FORMAT ${answerFormat}`,
    params: { mark },
    // A few numbers leave whole: that costs the embedded engine less.
    settings: { max_execution_time: 5, wait_end_of_query: 1 }
  }).pipe(
    Effect.flatMap((stream) => {
      const reader = makeAnswerReader(() => undefined)
      return readStream(stream, reader.take, Effect.suspend(() => Effect.fromResult(reader.finish())))
    }),
    Effect.timeout("5 seconds")
  )

const progressOf = (row: ReadonlyArray<unknown>): Progress => ({
  rowsRead: Number(row[0]),
  bytesRead: Number(row[1]),
  estimatedRowsTotal: Number(row[2]),
  activeCpuTime: Number(row[3])
})

/** Reports forwards only: reports in the answer and in the engine's list overtake each other. */
export const forwards = (onProgress: (progress: Progress) => void): (progress: Progress) => void => {
  let last = -1
  return (progress) => {
    if (progress.rowsRead < last || progress.rowsRead === last && progress.activeCpuTime === undefined) return
    last = progress.rowsRead
    onProgress({ ...progress, estimatedRowsTotal: Math.max(progress.estimatedRowsTotal, progress.rowsRead) })
  }
}

/**
 * Reports until it is interrupted how far a statement is, as the engine's list of running statements has it: its answer
 * may report it at the end only.
 */
export const watchProgress = (
  watched: Watched,
  mark: string,
  report: (progress: Progress) => void
): Effect.Effect<never> =>
  Effect.sleep(askEvery).pipe(
    Effect.andThen(ask(watched, mark)),
    Effect.map(({ rows: [row] }) => row === undefined ? undefined : report(progressOf(row))),
    Effect.ignore,
    Effect.forever
  )
