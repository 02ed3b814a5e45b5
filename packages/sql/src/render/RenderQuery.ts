import { hasAggregate } from "../plan/ExprMeasures.ts"
import type { CommonTable, QueryPlan, SetPlan, Source } from "../plan/Plan.ts"
import { sourcesIn } from "../plan/PlanWalk.ts"
import type { SqlType } from "../types/SqlType.ts"
import type { Steps } from "../types/Steps.ts"

type Output = (text: string, type: SqlType, place: number) => string

/** An engine's form of queries that are composed of several. */
export interface SetDialect {
  readonly operators: Readonly<Record<SetPlan["operator"], string>>
  /** A value of an input whose equal ones must be one. */
  readonly setValue: (text: string, type: SqlType) => string
  /** A value of a recursive query, in exactly the type of its column. */
  readonly recursiveValue: (text: string, type: SqlType) => string
  /** The counters of a recursion's rounds, first and next, where the engine has no limit of its own. */
  readonly rounds?: { readonly first: string; readonly next: (source: string) => string }
  /** `name AS (…)`, or with what makes the engine compute a table once. */
  readonly commonTable: (name: string, query: string, isMaterialized: boolean) => string
  /** The columns that common tables select in addition. */
  readonly more: ReadonlyArray<string>
}

export const columns = (texts: ReadonlyArray<string>): ReadonlyArray<string> =>
  texts.map((text, i) => `${text} AS c${i}`)

/** The inputs and the operator between them. */
export function* renderSet(
  { inputs, operator }: SetPlan,
  dialect: SetDialect,
  query: (plan: QueryPlan, output?: Output) => Steps<string>
): Steps<string> {
  const output: Output | undefined = operator === "union all" ? undefined : dialect.setValue
  const texts: Array<string> = []
  for (const input of inputs) texts.push(`(${yield* query(input, output)})`)
  return texts.join(` ${dialect.operators[operator]} `)
}

/** Stands for the number of the round until the name of its source is known. */
const roundHere = "NULL AS this_round"

/** Whether each row of the query comes from one of the table, which then can have the number of its round. */
const readsDirectly = (plan: QueryPlan, table: string): boolean => {
  const isRead = (source: Source): boolean =>
    (source._tag === "CteRef" && source.name === table) || sourcesIn(source).some(isRead)
  return plan._tag === "Select" && plan.from !== undefined && isRead(plan.from) && plan.groupBy === undefined
    && !plan.distinct && !hasAggregate(plan)
}

interface TableWriter {
  /** Gives the table a name, under which queries after it find it. */
  readonly name: (table: CommonTable) => string
  readonly query: (plan: QueryPlan, output?: Output, more?: ReadonlyArray<string>) => Steps<string>
  /** Whether the rows of the table are kept for all its references. */
  readonly isMaterialized: (table: string) => boolean
}

/** `WITH …`, with a space after it; nothing without tables. */
export function* renderWith(
  tables: ReadonlyArray<CommonTable>,
  dialect: SetDialect,
  writer: TableWriter
): Steps<string> {
  if (tables.length === 0) return ""
  const texts: Array<string> = []
  for (const table of tables) texts.push(yield* renderTable(table, dialect, writer))
  const isRecursive = tables.some(({ plan }) => plan._tag === "Recursive")
  return `WITH ${isRecursive ? "RECURSIVE " : ""}${texts.join(", ")} `
}

function* renderTable(
  table: CommonTable,
  dialect: SetDialect,
  { isMaterialized, name, query }: TableWriter
): Steps<string> {
  const { plan } = table
  if (plan._tag !== "Recursive") {
    const text = yield* query(plan)
    return dialect.commonTable(name(table), text, isMaterialized(table.name))
  }
  const output: Output = (text, _, place) => {
    const type = plan.columns[place]?.type
    return type === undefined ? text : dialect.recursiveValue(text, type)
  }
  const rounds = readsDirectly(plan.step, table.name) ? dialect.rounds : undefined
  const base = yield* query(plan.base, output, rounds === undefined ? [] : [rounds.first])
  const own = name(table)
  const step = yield* query(plan.step, output, rounds === undefined ? [] : [roundHere])
  const source = new RegExp(`\\b${own} AS (\\w+)`).exec(step)?.[1] ?? own
  return `${own} AS (${base} UNION ALL ${rounds === undefined ? step : step.replace(roundHere, rounds.next(source))})`
}
