import type { CommonTable, QueryPlan, SetPlan } from "../Plan.ts"
import type { SqlType } from "../SqlType.ts"

type Output = (text: string, type: SqlType, place: number) => string

/** How an engine writes what is made of several queries. */
export interface SetDialect {
  readonly operators: Readonly<Record<SetPlan["operator"], string>>
  /** A value of an input whose equal ones must be one. */
  readonly setValue: (text: string, type: SqlType) => string
  /** A value of a recursive query, in exactly the type of its column. */
  readonly recursiveValue: (text: string, type: SqlType) => string
  /** `name AS (…)`, or with what makes the engine compute a table once. */
  readonly commonTable: (name: string, query: string, references: number) => string
  /** What common tables select besides. */
  readonly more: ReadonlyArray<string>
}

export const columns = (texts: ReadonlyArray<string>): ReadonlyArray<string> =>
  texts.map((text, i) => `${text} AS c${i}`)

/** The inputs and the operator between them. */
export const renderSet = (
  { inputs, operator }: SetPlan,
  dialect: SetDialect,
  query: (plan: QueryPlan, output?: Output) => string
): string => {
  const output: Output | undefined = operator === "union all" ? undefined : dialect.setValue
  return inputs.map((input) => `(${query(input, output)})`).join(` ${dialect.operators[operator]} `)
}

interface TableWriter {
  /** Gives the table a name, under which queries after it find it. */
  readonly name: (table: string) => string
  readonly query: (plan: QueryPlan, output?: Output) => string
  /** How often the table is named. */
  readonly references: (table: string) => number
}

/** `WITH …`, with a space after it; nothing without tables. */
export const renderWith = (
  tables: ReadonlyArray<CommonTable>,
  dialect: SetDialect,
  { name, query, references }: TableWriter
): string => {
  if (tables.length === 0) return ""
  const texts = tables.map(({ name: table, plan }) => {
    if (plan._tag !== "Recursive") {
      const text = query(plan)
      return dialect.commonTable(name(table), text, references(table))
    }
    const output: Output = (text, _, place) => {
      const type = plan.columns[place]?.type
      return type === undefined ? text : dialect.recursiveValue(text, type)
    }
    const base = query(plan.base, output)
    const own = name(table)
    return `${own} AS (${base} UNION ALL ${query(plan.step, output)})`
  })
  const isRecursive = tables.some(({ plan }) => plan._tag === "Recursive")
  return `WITH ${isRecursive ? "RECURSIVE " : ""}${texts.join(", ")} `
}
