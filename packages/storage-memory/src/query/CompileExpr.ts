import { compileDateCall } from "@hedgerow/core/query/sql/evaluate/dates/DateCalls"
import type { Evaluate } from "@hedgerow/core/query/sql/evaluate/Evaluate"
import { functionTable } from "@hedgerow/core/query/sql/evaluate/functions/FunctionTable"
import type { Aggregate, Call, Column, DateCall, Expr, Property, SelectPlan } from "@hedgerow/core/query/sql/Plan"
import { childrenOf } from "@hedgerow/core/query/sql/PlanWalk"
import { type CellKey, cellKey } from "./CellKey.ts"
import { propertyText } from "./JsonValues.ts"
import type { SourceSlot } from "./Sources.ts"

/** What the expressions of one SELECT share. */
export interface ExprContext {
  readonly slots: ReadonlyMap<string, SourceSlot>
  /** The slot that will hold the aggregate's result. */
  readonly aggregateSlot: (aggregate: Aggregate) => number
  /** The set that will hold the subquery's values before the first row. */
  readonly subquerySet: (plan: SelectPlan) => ReadonlySet<CellKey>
}

const slotOf = (context: ExprContext, alias: string): SourceSlot => {
  const slot = context.slots.get(alias)
  if (slot === undefined) throw new Error(`The plan reads ${alias}, which is no source of its SELECT`)
  return slot
}

/** Reads of the empty side of a left join are NULL. */
const column = (expr: Column, context: ExprContext): Evaluate => {
  const source = slotOf(context, expr.source)
  const { slot } = source
  const read = source.column(expr.name)
  return (frame) => {
    const row = frame[slot]
    return row === undefined ? null : read(row)
  }
}

const property = (expr: Property, context: ExprContext): Evaluate => {
  const source = slotOf(context, expr.column.source)
  const { slot } = source
  const document = source.document(expr.column.name)
  const { path } = expr
  return (frame) => {
    const row = frame[slot]
    return row === undefined ? null : propertyText(document(row), path)
  }
}

/** NULL is found like any value, NaN never. */
const membership = (value: Evaluate, keys: ReadonlySet<CellKey>, negated: boolean): Evaluate => {
  const [found, absent] = negated ? [0, 1] : [1, 0]
  return (frame) => {
    const cell = value(frame)
    return cell === cell && keys.has(cellKey(cell)) ? found : absent
  }
}

const constants = new WeakMap<Expr, boolean>()

/** Found once for each expression: each asks those inside it. */
const isConstant = (expr: Expr): boolean => {
  if (expr._tag === "Literal") return true
  const answer = constants.get(expr)
    ?? ((expr._tag === "Call" || expr._tag === "DateCall") && childrenOf(expr).every(isConstant))
  constants.set(expr, answer)
  return answer
}

/** Evaluates once, at the first row; what fails does so again for each row that asks. */
const once = (evaluate: Evaluate): Evaluate => {
  let known: ReturnType<Evaluate> | undefined
  return (frame) => known === undefined ? known = evaluate(frame) : known
}

/** The compiler of a SELECT's expressions. */
export const exprCompiler = (context: ExprContext): (expr: Expr) => Evaluate => {
  const call = (expr: Call | DateCall): Evaluate =>
    expr._tag === "Call" ? functionTable[expr.fn](expr, expr.args.map(compile)) : compileDateCall(expr, compile)

  const compile = (expr: Expr): Evaluate => {
    switch (expr._tag) {
      case "Literal": {
        const { value } = expr
        return () => value
      }
      case "Column":
        return column(expr, context)
      case "Property":
        return property(expr, context)
      case "Call":
      case "DateCall":
        return isConstant(expr) ? once(call(expr)) : call(expr)
      case "InList":
        return membership(compile(expr.value), new Set(expr.items.map(cellKey)), expr.negated)
      case "InSubquery":
        return membership(compile(expr.value), context.subquerySet(expr.plan), expr.negated)
      case "Aggregate": {
        const slot = context.aggregateSlot(expr)
        return (frame) => frame[slot] as ReturnType<Evaluate>
      }
    }
  }
  return compile
}
