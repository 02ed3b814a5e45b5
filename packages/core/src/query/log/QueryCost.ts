import { Effect, Stream } from "effect"
import type { QueryEngine, QueryOptions, QueryPiece, QuerySummary } from "../QueryEngine.ts"

/** The work that engines did for one query, as far as they know it. */
export interface QueryCost {
  readonly rowsRead: number
  readonly bytesRead: number
  readonly cpuMicros: number
  /** The most memory that one run held, in bytes. */
  readonly memoryBytes: number
}

/** The cost of an answer that no engine was asked for. */
export const noCost: QueryCost = { rowsRead: 0, bytesRead: 0, cpuMicros: 0, memoryBytes: 0 }

/** Adds up the cost of every run of an engine for one query. */
export interface QueryMeter {
  readonly metered: (engine: QueryEngine["Service"]) => QueryEngine["Service"]
  /** The cost so far. */
  readonly cost: () => QueryCost
}

const together = (one: QueryCost, other: QueryCost): QueryCost => ({
  rowsRead: one.rowsRead + other.rowsRead,
  bytesRead: one.bytesRead + other.bytesRead,
  cpuMicros: one.cpuMicros + other.cpuMicros,
  memoryBytes: Math.max(one.memoryBytes, other.memoryBytes)
})

/** A meter that starts at nothing. A run that fails counts as far as it reported its progress. */
export const makeQueryMeter = (): QueryMeter => {
  let done = noCost
  const under = new Set<{ cost: QueryCost }>()
  const begin = ({ onProgress, ...options }: QueryOptions) => {
    const run = { cost: noCost }
    under.add(run)
    const watched: QueryOptions = onProgress === undefined ? options : {
      ...options,
      onProgress: (progress) => {
        const { activeCpuTime, bytesRead, rowsRead } = progress
        run.cost = { ...run.cost, rowsRead, bytesRead, cpuMicros: activeCpuTime * 1_000 }
        onProgress(progress)
      }
    }
    const see = ({ bytesRead, cpuMicros = run.cost.cpuMicros, memoryBytes = 0, rowsRead }: QuerySummary): void => {
      run.cost = { rowsRead, bytesRead, cpuMicros, memoryBytes }
    }
    const end = Effect.sync(() => {
      under.delete(run)
      done = together(done, run.cost)
    })
    return { end, see, watched }
  }
  return {
    cost: () => [...under].reduce((sum, { cost }) => together(sum, cost), done),
    metered: (engine) => ({
      estimate: engine.estimate,
      run: (plan, options) =>
        Effect.suspend(() => {
          const { end, see, watched } = begin(options)
          const run = engine.run(plan, { ...options, ...watched })
          return Effect.ensuring(Effect.tap(run, (result) => Effect.sync(() => see(result))), end)
        }),
      stream: (plan, options) =>
        Stream.unwrap(Effect.sync(() => {
          const { end, see, watched } = begin(options)
          const note = (piece: QueryPiece) =>
            Effect.sync(() => piece._tag === "Summary" ? see(piece.summary) : undefined)
          return Stream.ensuring(Stream.tap(engine.stream(plan, watched), note), end)
        }))
    })
  }
}
