import type { AstExpr, FromClause } from "../ast/Ast.ts"
import type { Expr } from "../plan/Plan.ts"
import type { Leaf } from "../planning/Leaf.ts"
import { noTables, type Planning } from "../planning/Planning.ts"
import { scalar, type SqlType } from "../types/SqlType.ts"
import { refuse } from "../typing/SemanticFailure.ts"
import { checkAlias } from "./Aliases.ts"
import { propertyOf } from "./PropertyOf.ts"
import { place, scopeOf } from "./Scope.ts"

type Table = Extract<FromClause, { readonly _tag: "Table" }>

interface Series {
  readonly first: number
  readonly step: number
  readonly count: number
  readonly type: SqlType
  readonly column: string
}

interface TableFunction {
  readonly min: number
  readonly max: number
  readonly series: (args: ReadonlyArray<number>, span: Table) => Series
}

const numbers: TableFunction = {
  min: 1,
  max: 3,
  series: (args, span) => {
    const [first = 0, count = 0, step = 1] = args.length === 1 ? [0, ...args] : args
    if (first < 0 || count < 0 || step < 1) refuse("Table function 'numbers' counts up from 0 or more", span)
    return { first, step, count: Math.ceil(count / step), type: scalar("UInt64"), column: "number" }
  }
}

const generateSeries: TableFunction = {
  min: 2,
  max: 3,
  series: ([first = 0, last = 0, step = 1], span) => {
    if (step === 0) return refuse("Table function 'generateSeries' needs a step other than 0", span)
    const count = Math.max(0, Math.floor((last - first) / step) + 1)
    return { first, step, count, type: scalar("Int64"), column: "generate_series" }
  }
}

const tableFunctions: ReadonlyMap<string, TableFunction> = new Map([
  ["numbers", numbers],
  ["generateSeries", generateSeries],
  ["generate_series", generateSeries]
])

export const isTableFunction = (name: string): boolean => tableFunctions.has(name)

/** A table function of constant whole numbers. */
export const resolveTableFunction = (planning: Planning, name: string, from: Table): Leaf => {
  const found = tableFunctions.get(name) ?? refuse(`Table function '${name}' is not supported`, from)
  if (from.args === undefined) return refuse(`Table function '${name}' requires arguments`, from)
  const count = from.args.length
  if (count < found.min) return refuse(`Table function '${name}' requires at least ${found.min} argument(s)`, from)
  if (count > found.max) return refuse(`Table function '${name}' requires at most ${found.max} argument(s)`, from)
  const args = from.args.map((ast) => wholeNumber(planning, name, ast))
  return seriesLeaf(planning, from.alias ?? name, found.series(args, from), from)
}

const wholeNumber = (planning: Planning, name: string, ast: AstExpr): number => {
  const expr = planning.expression(scopeOf(planning, noTables, []), ast, place("WHERE", false))
  return expr._tag === "Literal" && Number.isSafeInteger(expr.value)
    ? Number(expr.value)
    : refuse(`The arguments of table function '${name}' must be constant whole numbers`, ast)
}

const seriesLeaf = (planning: Planning, name: string, { column, ...series }: Series, from: Table): Leaf => {
  checkAlias(name, from)
  const alias = planning.nextAlias(name)
  let nullable = false
  return {
    name,
    star: [column],
    has: (field) => field === column,
    makeNullable: () => {
      nullable = true
    },
    field: ([first, ...rest], span) => {
      if (first !== column) return refuse(`Field not found: ${first}`, span)
      const value: Expr = { _tag: "Column", source: alias, name: "number", type: { ...series.type, nullable } }
      return propertyOf(planning, value, rest, first, span)
    },
    aliases: () => [alias],
    source: () => ({ _tag: "Numbers", ...series, alias })
  }
}
