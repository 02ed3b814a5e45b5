import { functions } from "@hedgerow/sql/functions/Functions"
import { findAggregate } from "@hedgerow/sql/plan/ExprMeasures"
import { columnsOf, type Expr, type QueryPlan, type Source } from "@hedgerow/sql/plan/Plan"
import { childrenOf, queriesIn, queryOf } from "@hedgerow/sql/plan/PlanWalk"
import { canLackResult } from "@hedgerow/sql/plan/ResultTypes"
import { isInteger, isNumeric, type SqlType } from "@hedgerow/sql/types/SqlType"
import { showExpr } from "./PlanText.ts"

const alike = new Set([
  "equals",
  "notEquals",
  "less",
  "lessOrEquals",
  "greater",
  "greaterOrEquals",
  "isNotDistinct",
  "isDistinct",
  "coalesce",
  "nullIf",
  "plus",
  "minus",
  "multiply",
  "divide",
  "intDiv",
  "modulo"
])

/** The faults of a plan by the rules of `Plan.ts` and `Functions.ts`, as texts; none for a good plan. */
export const faultsOf = (plan: QueryPlan): ReadonlyArray<string> => {
  const faults: Array<string> = []
  const aliases = new Set<string>()
  checkPlan(plan, faults, aliases)
  return faults
}

const checkPlan = (plan: QueryPlan, faults: Array<string>, aliases: Set<string>): void => {
  for (const inner of queriesIn(plan)) checkPlan(inner, faults, aliases)
  if (plan._tag !== "Select") return
  const visible = new Set<string>()
  if (plan.from !== undefined) checkSource(plan.from, faults, aliases, visible)
  const names = plan.select.map(({ name }) => name)
  if (new Set(names).size !== names.length) faults.push(`names are not unique: ${names.join()}`)
  const check = (expr: Expr, aggregates: boolean) => checkExpr(expr, faults, aliases, visible, aggregates)
  if (plan.where !== undefined) check(plan.where, false)
  plan.groupBy?.forEach((expr) => check(expr, false))
  if (plan.having !== undefined) check(plan.having, true)
  plan.select.forEach(({ expr }) => check(expr, true))
  plan.orderBy.forEach(({ expr }) => check(expr, true))
}

const checkSource = (source: Source, faults: Array<string>, aliases: Set<string>, visible: Set<string>): void => {
  if (source._tag === "ArrayJoin") {
    checkSource(source.source, faults, aliases, visible)
    source.items.forEach(({ expr }) => checkExpr(expr, faults, aliases, visible, false))
  }
  if (source._tag === "Join") {
    checkSource(source.left, faults, aliases, visible)
    checkSource(source.right, faults, aliases, visible)
    if ((source.on === undefined) !== (source.kind === "cross")) faults.push("only a cross join has no condition")
    if (source.on !== undefined) checkExpr(source.on, faults, aliases, visible, false)
    return
  }
  if (aliases.has(source.alias)) faults.push(`alias ${source.alias} twice`)
  aliases.add(source.alias)
  visible.add(source.alias)
  if (source._tag === "Subquery") checkPlan(source.plan, faults, aliases)
}

/** An expression that is named again, as in ORDER BY, stands in the plan twice with its sub-query. */
const isFirst = (query: QueryPlan, seen: Set<string>): boolean => {
  const text = JSON.stringify(query, (_, value: unknown) => typeof value === "bigint" ? `${value}n` : value)
  if (seen.has(text)) return false
  seen.add(text)
  return true
}

const checkExpr = (
  expr: Expr,
  faults: Array<string>,
  aliases: Set<string>,
  visible: ReadonlySet<string>,
  aggregates: boolean
): void => {
  const fault = (text: string) => faults.push(`${text}: ${showExpr(expr)}`)
  if (expr._tag === "Aggregate" && !aggregates) fault("aggregate where none may stand")
  const inner = expr._tag !== "Aggregate" && aggregates
  for (const child of childrenOf(expr)) checkExpr(child, faults, aliases, visible, inner)
  const query = queryOf(expr)
  if (query !== undefined && isFirst(query, aliases)) checkPlan(query, faults, aliases)
  checkTypes(expr, visible, fault)
}

const sameKind = (types: ReadonlyArray<SqlType>): boolean => types.every(({ kind }) => kind === types[0]?.kind)

const isCondition = (type: SqlType): boolean => isNumeric(type) || ["Bool", "UInt64"].includes(type.kind)

const checkTypes = (expr: Expr, visible: ReadonlySet<string>, fault: (text: string) => void): void => {
  switch (expr._tag) {
    case "Literal":
      if (expr.value === null && !expr.type.nullable) fault("NULL of a type without NULL")
      if (
        isInteger(expr.type) && expr.value !== null && typeof expr.value !== "bigint" &&
        !Number.isSafeInteger(expr.value)
      ) {
        fault("integer literal without an integer")
      }
      return
    case "Column":
      if (!visible.has(expr.source)) fault("column of a source that is not there")
      return
    case "Call":
      return checkCall(expr, fault)
    case "InList":
      if (expr.type.nullable) fault("IN can be NULL")
      return
    case "InSubquery": {
      const [column, ...others] = columnsOf(expr.plan)
      if (others.length > 0 || column?.type.kind !== expr.value.type.kind) fault("IN over other columns")
      return
    }
    case "Aggregate":
      if (expr.args.some((arg) => findAggregate(arg) !== undefined)) fault("nested aggregate")
      return
    default:
      return
  }
}

const checkCall = (expr: Extract<Expr, { readonly _tag: "Call" }>, fault: (text: string) => void): void => {
  const types = expr.args.map(({ type }) => type)
  if (alike.has(expr.fn) && !sameKind(types)) fault("arguments of different types")
  const takesNothing = ["isNull", "isNotNull", "tuple", "array", "map", "tupleElement", "cast", "native"]
  if (types.some(({ kind }) => kind === "Nothing") && !takesNothing.includes(expr.fn)) fault("untyped NULL")
  const { nulls } = functions[expr.fn]
  const mayBeNull = nulls === "lacking"
    || nulls !== "never" && (types.some(({ nullable }) => nullable) || canLackResult(expr))
  const widens = expr.fn === "cast" && expr.type.nullable
  if (nulls !== "own" && !widens && expr.type.nullable !== mayBeNull) fault(`NULL is not ${nulls}`)
  if (["and", "or", "not"].includes(expr.fn) && !types.every(isCondition)) fault("logic over other types")
  if (expr.fn === "if" || expr.fn === "multiIf") {
    const isValue = (index: number) => index % 2 === 1 || index === types.length - 1
    if (!sameKind([...types.filter((_, index) => isValue(index)), expr.type])) fault("branches of different types")
    if (!types.filter((_, index) => !isValue(index)).every(isCondition)) fault("condition of another type")
  }
}
