import type { Statement } from "@hedgerow/sql/ast/Ast"
import { type StatementNames, statementNames } from "@hedgerow/sql/resolve/StatementNames"
import type { Row } from "@hedgerow/sql/types/Cell"
import { Duration, Effect, Result, Stream } from "effect"
import { type Sql, statementOf } from "../../filters/SqlFragment.ts"
import { answerSize } from "../AnswerSize.ts"
import { planOwn } from "../PlannedStatements.ts"
import { QueryTimedOut } from "../QueryEngine.ts"
import type { QueryRun } from "../QueryKind.ts"
import { planModifiers, type QueryModifiers } from "../QueryModifiers.ts"
import { timed, type Timing } from "../Stopwatch.ts"
import { asksForCohorts } from "../tables/Cohorts.ts"
import { mayNameGroupType } from "../tables/GroupTypes.ts"
import { resolveStatement } from "../tables/Resolver.ts"
import { actionConditions } from "./ActionConditions.ts"
import { placed } from "./ErrorPositions.ts"
import { momentOf } from "./Moments.ts"
import { ownStatement } from "./OwnStatement.ts"

/** The surroundings in which a statement of a structured query runs. */
export type StatementRun =
  & Pick<QueryRun, "abilities" | "cohorts" | "engine" | "limits" | "now" | "project" | "types">
  & Partial<Pick<QueryRun, "actions" | "groupTypes">>
  & {
    readonly modifiers?: QueryModifiers | null | undefined
  }

/** A statement that was run: its text in the dialect, and what the engine ran. */
export interface RanStatement {
  readonly printed: string
  readonly engineStatement: string | undefined
  readonly warnings: ReadonlyArray<string>
  /** The duration of each statement. */
  readonly seconds: ReadonlyArray<number>
}

/** The time of each statement, by its place, where it is asked for. */
export const timingsOf = (
  { seconds }: RanStatement,
  modifiers: QueryModifiers | null | undefined
): ReadonlyArray<Timing> | null =>
  modifiers?.timings === true ? seconds.map((t, index) => ({ k: `./statement_${index + 1}`, t })) : null

/** Statements that were run for one answer, as one. */
export const joinedRuns = (all: ReadonlyArray<RanStatement>): RanStatement => {
  const engine = all.flatMap(({ engineStatement }) => engineStatement ?? [])
  return {
    printed: all.map(({ printed }) => printed).join(";\n\n"),
    engineStatement: engine.length === 0 ? undefined : engine.join(";\n\n"),
    warnings: [...new Set(all.flatMap(({ warnings }) => warnings))],
    seconds: all.flatMap(({ seconds }) => seconds)
  }
}

/** The plan of a statement, its columns, and its text in the dialect; it is not run. */
export const planStatement = Effect.fnUntraced(
  function*(
    piece: Sql,
    { abilities, actions, cohorts: known, groupTypes, modifiers, now, project, types }: StatementRun
  ) {
    const named = Effect.fnUntraced(function*(names: StatementNames) {
      const cohorts = asksForCohorts(names) ? yield* known : []
      const groups = groupTypes !== undefined && mayNameGroupType(names) ? { groupTypes: yield* groupTypes } : {}
      const asked = actions === undefined ? {} : { actions }
      const conditions = yield* actionConditions(names, asked, momentOf({ now, project }, modifiers))
      return { cohorts, ...groups, ...conditions }
    })
    const context = { project, now, types, abilities, modifiers: planModifiers(modifiers) }
    return yield* planOwn(ownStatement(piece), { ...context, named }).pipe(
      Effect.catchTag(
        "SqlSemanticError",
        Effect.fnUntraced(function*(error) {
          const parts = yield* named(yield* Effect.fromResult(Result.map(statementOf(piece), statementNames)))
          const again = (statement: Statement) =>
            Result.getOrUndefined(Result.flip(resolveStatement(statement, { ...context, ...parts })))
          return yield* placed(piece, error, again)
        })
      )
    )
  }
)

/** The limit of time, of one statement or of all that one query needs. */
export const inTime = ({ limits: { timeout } }: Pick<StatementRun, "limits">) => ({
  duration: timeout,
  orElse: () => Effect.fail(new QueryTimedOut({ limitMillis: Duration.toMillis(timeout) }))
})

/** The rows of a statement; more than the most rows of an answer are `QueryTooLarge`. */
export const runStatement = Effect.fnUntraced(function*(piece: Sql, run: StatementRun) {
  const { columns, plan, printed, warnings } = yield* planStatement(piece, run)
  const { maxRows, timeout } = run.limits
  const [result, seconds] = yield* run.engine.run(plan, { timeout, atMost: answerSize(run.limits, maxRows) }).pipe(
    Effect.timeoutOrElse(inTime(run)),
    timed
  )
  const ran: RanStatement = {
    printed,
    engineStatement: result.statement,
    warnings: [...warnings, ...result.warnings],
    seconds: [seconds]
  }
  return { rows: result.rows, columns, ...ran }
})

/** Runs a statement and calls `see` with each of its rows; none is kept. */
export const eachRow = Effect.fnUntraced(function*(piece: Sql, run: StatementRun, see: (row: Row) => void) {
  const { plan, printed, warnings } = yield* planStatement(piece, run)
  let ran: RanStatement = { printed, engineStatement: undefined, warnings, seconds: [] }
  const [, seconds] = yield* run.engine.stream(plan, { timeout: run.limits.timeout }).pipe(
    Stream.runForEach((part) =>
      Effect.sync(() => {
        if (part._tag === "Batch") part.rows.forEach(see)
        else if (part._tag === "Columns") ran = { ...ran, engineStatement: part.statement }
        else ran = { ...ran, warnings: [...ran.warnings, ...part.summary.warnings] }
      })
    ),
    Effect.timeoutOrElse(inTime(run)),
    timed
  )
  return { ...ran, seconds: [seconds] }
})
