import type { ExprKeys } from "../plan/ExprKeys.ts"
import { hasAggregate, mayLoseAggregates } from "../plan/ExprMeasures.ts"
import { columnsOf, type Expr, type QueryPlan, type SelectPlan, type SetPlan, type Source } from "../plan/Plan.ts"
import type { SqlType } from "../types/SqlType.ts"
import { atOnce, type Steps } from "../types/Steps.ts"
import { prepared } from "./PrepareSelect.ts"
import type { ExprContext } from "./RenderExpr.ts"
import type { ExprRenderer } from "./Rendering.ts"
import { columns, renderSet, renderWith, type SetDialect } from "./RenderQuery.ts"

/** The form of a selected value in its SELECT: unchanged, or the form that the engine's rows are decoded from. */
export type Output = (text: string, type: SqlType, place: number) => string

/** Sources, and the conditions that PREWHERE and WHERE must have for them. */
export interface From {
  readonly text: string
  readonly prewhere: ReadonlyArray<string>
  readonly conditions: ReadonlyArray<string>
}

/** GROUP BY, the texts of its keys elsewhere (by `exprKey`), and the condition of HAVING. */
export interface Grouping {
  readonly texts: ReadonlyArray<string>
  readonly names: ReadonlyMap<number, string>
  readonly having: ReadonlyArray<string>
}

/** A common table's name in the statement, and the names of its columns in the plan. */
export interface RenderedTable {
  readonly name: string
  readonly columns: ReadonlyArray<string>
}

/** The state of a statement's rendering: one table of keys for all its expressions, and the names it has given. */
export interface KeyedStatement {
  readonly exprKey: ExprKeys
  readonly refs: Map<string, string>
  /** The common tables, by their names in the plan. */
  readonly tables: Map<string, RenderedTable>
  /** The common tables whose rows the engine is asked to keep. */
  readonly materializedTables: ReadonlySet<string>
}

/** Writes the queries of statements of the form `S`. */
export interface SelectRenderer<S, R> {
  /** A query whose columns are `c0`, `c1`, …, then those of `more`. */
  readonly select: (plan: QueryPlan, statement: S, output?: Output, more?: ReadonlyArray<string>) => string
  /** The same in steps. */
  readonly selectInSteps: (
    plan: QueryPlan,
    statement: S,
    output?: Output,
    more?: ReadonlyArray<string>
  ) => Steps<string>
  /** FROM to WHERE. */
  readonly sources: (from: From, where: ReadonlyArray<string>) => string
  /** The renderer of expressions over rows as they are. */
  readonly ofRows: (statement: S) => R
}

/** An engine's form of the clauses of a SELECT. */
export interface SelectDialect<S, R extends ExprRenderer> extends SetDialect {
  /** The renderer of a SELECT's expressions. */
  readonly renderer: (statement: S, context: ExprContext) => R
  readonly from: (source: Source, statement: S, renderer: SelectRenderer<S, R>) => From
  readonly groupBy: (plan: SelectPlan, keys: ReadonlyArray<Expr>, rows: R, statement: S) => Grouping
  /** A value as a column of the query. */
  readonly selectedValue: (expr: Expr, text: string) => string
  /** A value of which equal ones must be one, as a column. */
  readonly distinctValue: (expr: Expr, text: string) => string
  readonly orderTerm: (expr: Expr, text: string, descending: boolean) => string
  /** `LIMIT n BY …`, or undefined where the engine has none and the plan must do without. */
  readonly limitBy: ((limit: string, offset: string | undefined, by: ReadonlyArray<string>) => string) | undefined
  /** The last clauses; numbers of rows are bound. */
  readonly limits: (limit: string | undefined, offset: string | undefined) => string
  /** The same with the rows equal to the last, or undefined where the engine has no exact form and the plan must do without. */
  readonly ties: ((limit: string, offset: string | undefined) => string) | undefined
  /** A number of rows. */
  readonly count: (rows: number, statement: S) => string
  /** A name that no source of the statement has. */
  readonly fresh: (statement: S) => string
}

const all = (conditions: ReadonlyArray<string>): ReadonlyArray<string> =>
  conditions.length === 0 ? [] : [conditions.join(" AND ")]

const clause = (keyword: string, texts: ReadonlyArray<string>): string =>
  texts.length === 0 ? "" : ` ${keyword} ${texts.join(", ")}`

const sources = (from: From | undefined, where: ReadonlyArray<string>): string =>
  clause("FROM", from === undefined ? [] : [from.text]) + clause("PREWHERE", all(from?.prewhere ?? []))
  + clause("WHERE", all(where))

/** The first place of each selected expression, by its key. */
const placesOf = ({ select }: SelectPlan, { exprKey }: KeyedStatement): ReadonlyMap<number, number> =>
  new Map(select.map(({ expr }, place): [number, number] => [exprKey(expr), place]).toReversed())

const asItIs: Output = (text) => text

/** The characters that are written in a step: a few milliseconds. */
export const charactersOfStep = 40_000

/** The texts, in steps. */
function* written<A>(parts: ReadonlyArray<A>, write: (part: A, place: number) => string): Steps<ReadonlyArray<string>> {
  const texts: Array<string> = []
  let length = 0
  for (const [place, part] of parts.entries()) {
    const text = write(part, place)
    texts.push(text)
    length += text.length
    if (length < charactersOfStep) continue
    length = 0
    yield
  }
  return texts
}

/** Writes queries in the dialect: of every engine in the same order of clauses. */
export const makeSelectRenderer = <S extends KeyedStatement, R extends ExprRenderer>(
  dialect: SelectDialect<S, R>
): SelectRenderer<S, R> => {
  const rendererOf = (statement: S, groupKeys: ReadonlyMap<number, string>): R => {
    const { exprKey, refs } = statement
    return dialect.renderer(statement, { exprKey, groupKeys, refs, subquery: (plan) => select(plan, statement) })
  }

  /** FROM to HAVING. Without groups HAVING is a second WHERE. */
  const renderRows = (plan: SelectPlan, statement: S) => {
    const from = plan.from === undefined ? undefined : dialect.from(plan.from, statement, renderer)
    const rows = rendererOf(statement, new Map())
    const keys = plan.groupBy === undefined ? undefined : dialect.groupBy(plan, plan.groupBy, rows, statement)
    const isGrouped = keys !== undefined || hasAggregate(plan)
    const values = keys === undefined ? rows : rendererOf(statement, keys.names)
    const where = [...from?.conditions ?? [], ...(plan.where === undefined ? [] : [rows.holds(plan.where)])]
    const having = plan.having === undefined ? [] : [values.holds(plan.having)]
    const grouping = keys?.having ?? (isGrouped && mayLoseAggregates(plan) ? ["count(*) >= 0"] : [])
    const text = sources(from, isGrouped ? where : [...where, ...having])
      + clause("GROUP BY", keys?.texts ?? [])
      + clause("HAVING", isGrouped ? all([...grouping, ...having]) : [])
    return { values, text }
  }

  const tail = (plan: SelectPlan, statement: S, textOf: (expr: Expr) => string): string => {
    const { limit, limitBy, offset, withTies = false } = plan
    const order = plan.orderBy.map(({ descending, expr }) => dialect.orderTerm(expr, textOf(expr), descending))
    const count = (rows: number): string => dialect.count(rows, statement)
    const skipped = (rows: number): string | undefined => rows === 0 ? undefined : count(rows)
    const by = limitBy === undefined || dialect.limitBy === undefined
      ? ""
      : dialect.limitBy(count(limitBy.limit), skipped(limitBy.offset), limitBy.by.map(textOf))
    return clause("ORDER BY", order) + by
      + (withTies && limit !== undefined && dialect.ties !== undefined
        ? dialect.ties(count(limit), skipped(offset))
        : dialect.limits(limit === undefined ? undefined : count(limit), skipped(offset)))
  }

  function* renderSelect(asked: SelectPlan, statement: S, output: Output, more: ReadonlyArray<string>): Steps<string> {
    const needsNumbers = dialect.limitBy === undefined || asked.withTies === true
    const plan = prepared(asked, needsNumbers, dialect.ties === undefined)
    if (plan.distinct) return yield* renderDistinct(plan, statement, output, more)
    const { text, values } = renderRows(plan, statement)
    if (text.length > charactersOfStep) yield
    const selected = yield* written(
      plan.select,
      ({ expr }, i) => output(dialect.selectedValue(expr, values.value(expr)), expr.type, i)
    )
    return `SELECT ${[...columns(selected), ...more].join(", ") || "1"}${text}` + tail(plan, statement, values.value)
  }

  function* renderDistinct(plan: SelectPlan, statement: S, output: Output, more: ReadonlyArray<string>): Steps<string> {
    const { text, values } = renderRows(plan, statement)
    const name = dialect.fresh(statement)
    const places = placesOf(plan, statement)
    const inner = columns(
      yield* written(plan.select, ({ expr }) => dialect.distinctValue(expr, values.value(expr)))
    )
    const outer = columns(plan.select.map(({ expr }, i) => output(`${name}.c${i}`, expr.type, i)))
    return `SELECT ${[...outer, ...more].join(", ")} FROM (SELECT DISTINCT ${inner.join(", ")}${text}) AS ${name}`
      + tail(plan, statement, (expr) => `${name}.c${places.get(statement.exprKey(expr)) ?? -1}`)
  }

  /** The rows of a set; the conditions on each are written around it. */
  function* renderSetPlan(plan: SetPlan, statement: S, output: Output, more: ReadonlyArray<string>): Steps<string> {
    const name = dialect.fresh(statement)
    const text = yield* renderSet(plan, dialect, (input, asInput) => selectInSteps(input, statement, asInput))
    const outer = columns(plan.columns.map(({ type }, i) => output(`${name}.c${i}`, type, i)))
    return `SELECT ${[...outer, ...more].join(", ")} FROM (${text}) AS ${name}`
  }

  function* selectInSteps(
    plan: QueryPlan,
    statement: S,
    output: Output = asItIs,
    more: ReadonlyArray<string> = []
  ): Steps<string> {
    const tables = yield* renderWith(plan.with ?? [], dialect, {
      name: (table) => {
        const name = dialect.fresh(statement)
        statement.tables.set(table.name, { name, columns: columnsOf(table.plan).map((column) => column.name) })
        return name
      },
      query: (inner, asColumn, more = []) => selectInSteps(inner, statement, asColumn, [...dialect.more, ...more]),
      isMaterialized: (table) => statement.materializedTables.has(table)
    })
    if (plan._tag === "Recursive") throw new Error("The plan has a recursive query that is no common table")
    const text = plan._tag === "Set"
      ? yield* renderSetPlan(plan, statement, output, more)
      : yield* renderSelect(plan, statement, output, more)
    return tables + text
  }

  const select: SelectRenderer<S, R>["select"] = (...given) => atOnce(selectInSteps(...given))

  const renderer: SelectRenderer<S, R> = {
    select,
    selectInSteps,
    sources,
    ofRows: (statement) => rendererOf(statement, new Map())
  }
  return renderer
}
