import { Clock, Effect, Exit, Metric } from "effect"

const statements = Metric.counter("hedgerow_clickhouse_statements_total", {
  description: "Statements sent to ClickHouse, by kind and by how they ended",
  incremental: true
})

const seconds = Metric.histogram("hedgerow_clickhouse_statement_seconds", {
  description: "How long statements took, until their last row",
  boundaries: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]
})

const rowsRead = Metric.counter("hedgerow_clickhouse_rows_read_total", {
  description: "Rows that queries read in ClickHouse",
  incremental: true
})

type Kind = "query" | "insert" | "command"
type Outcome = "error" | "interrupted" | "ok" | "unavailable"

/** The outcome of a statement. */
export const outcomeOf = <A, E extends { readonly _tag: string }>(exit: Exit.Exit<A, E>): Outcome => {
  if (Exit.isSuccess(exit)) return "ok"
  if (Exit.hasInterrupts(exit)) return "interrupted"
  const failure = Exit.findErrorOption(exit)
  return failure._tag === "Some" && failure.value._tag === "ClickHouseUnavailable" ? "unavailable" : "error"
}

/** The series of a kind and an outcome: there are few, and each statement updates one. */
const seriesOf = (kind: Kind, outcome: Outcome) => ({
  total: Metric.withAttributes(statements, { kind, outcome }),
  took: Metric.withAttributes(seconds, { kind })
})

const series = new Map<string, ReturnType<typeof seriesOf>>()

/** Counts a statement and the seconds that it took. */
export const countStatement = (kind: Kind, outcome: Outcome, took: number): Effect.Effect<void> => {
  const key = `${kind} ${outcome}`
  const known = series.get(key) ?? seriesOf(kind, outcome)
  series.set(key, known)
  return Effect.andThen(Metric.update(known.total, 1), Metric.update(known.took, took))
}

/** Counts a statement and measures how long it took. */
export const measured =
  (kind: Kind) => <A, E extends { readonly _tag: string }, R>(self: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.gen(function*() {
      const start = yield* Clock.currentTimeNanos
      return yield* Effect.onExit(self, (exit) =>
        Effect.gen(function*() {
          const took = Number((yield* Clock.currentTimeNanos) - start) / 1e9
          yield* countStatement(kind, outcomeOf(exit), took)
        }))
    })

/** Counts the rows that a query read. */
export const countRowsRead = (rows: number): Effect.Effect<void> => Metric.update(rowsRead, rows)
