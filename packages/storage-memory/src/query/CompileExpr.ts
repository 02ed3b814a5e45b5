import { compileDateCall } from "@hedgerow/sql/evaluate/dates/DateCalls"
import type { Evaluate } from "@hedgerow/sql/evaluate/Evaluate"
import { costOfPattern } from "@hedgerow/sql/evaluate/functions/families/Patterns"
import { callAtOnce } from "@hedgerow/sql/evaluate/functions/HigherOrder"
import { meteredCall } from "@hedgerow/sql/evaluate/functions/MeteredCall"
import { slicedFunction } from "@hedgerow/sql/evaluate/functions/SlicedFunctions"
import type { Meter } from "@hedgerow/sql/evaluate/Meter"
import type { Aggregate, Call, Column, DateCall, Expr, Let, Property, QueryPlan, Window } from "@hedgerow/sql/plan/Plan"
import type { Cell } from "@hedgerow/sql/types/Cell"
import type { CellKey, CellKeys } from "./CellKey.ts"
import { slicedCompiler } from "./CompileSliced.ts"
import { propertyText, propertyTextIn } from "./JsonValues.ts"
import { arrayCallOf, type Held, isArrayCall, isLong, type LambdaCall } from "./LongExprs.ts"
import type { SourceSlot } from "./Sources.ts"
import type { LongExpr, QuickWork, Stage } from "./Stage.ts"

/** The rows of a nested query, there before the first row of the SELECT around it. */
export interface NestedRows {
  rows: ReadonlyArray<ReadonlyArray<Cell>>
}

/** The state that the expressions of one SELECT share. */
export interface ExprContext {
  readonly meter: Meter
  readonly keys: CellKeys
  /** The work that expressions of which a cell may take long do without a pause. */
  readonly quickWork: QuickWork
  readonly slots: ReadonlyMap<string, SourceSlot>
  /** The slot that will hold the aggregate's result. */
  readonly aggregateSlot: (aggregate: Aggregate) => number
  /** The slot that will hold the value over the window. */
  readonly windowSlot: (window: Window) => number
  /** The set that will hold the subquery's values before the first row. */
  readonly subquerySet: (plan: QueryPlan) => ReadonlySet<CellKey>
  readonly nestedRows: (plan: QueryPlan) => NestedRows
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
  const read = source.column(expr.name, expr.type.kind === "JSON")
  return (frame) => {
    const row = frame[slot]
    return row === undefined ? null : read(row)
  }
}

const property = (expr: Property, context: ExprContext, compile: (expr: Expr) => Evaluate): Evaluate => {
  const { column: from, path } = expr
  const source = from._tag === "Column" ? slotOf(context, from.source) : undefined
  const document = from._tag === "Column" ? source?.document(from.name) : undefined
  if (source === undefined || document === undefined) {
    const read = propertyTextIn(path)
    const text = compile(from)
    return (frame) => read(text(frame))
  }
  const { slot } = source
  return (frame) => {
    const row = frame[slot]
    return row === undefined ? null : propertyText(document(row), path)
  }
}

/** NULL is found like any value, NaN never. */
const membership = (value: Evaluate, found: ReadonlySet<CellKey>, negated: boolean, keys: CellKeys): Evaluate => {
  const [isIn, isOut] = negated ? [0, 1] : [1, 0]
  return (frame) => {
    const cell = value(frame)
    return cell === cell && found.has(keys.of(cell)) ? isIn : isOut
  }
}

const constants = new WeakMap<Expr, boolean>()

/** Found once for each call: each asks its arguments, up to the first that is none. */
const isConstant = (expr: Expr): boolean => {
  if (expr._tag !== "Call" && expr._tag !== "DateCall") return expr._tag === "Literal"
  const known = constants.get(expr) ?? expr.args.every(isConstant)
  constants.set(expr, known)
  return known
}

/** Evaluates once, at the first row; a failure comes again for each row that asks. */
const once = (evaluate: Evaluate): Evaluate => {
  let known: ReturnType<Evaluate> | undefined
  return (frame) => known === undefined ? known = evaluate(frame) : known
}

/** The cost of a member that is put in order, in nodes. */
const nodesOfMember = 8

/** Compiles an expression for rows that have passed a stage. */
export type CompileAt = (stage: Stage) => (expr: Expr) => Evaluate

/** The compiler of a SELECT's expressions. */
export const exprCompiler = (context: ExprContext): CompileAt => {
  const variables = new Map<string, Held>()
  const { keys } = context
  const { allow } = context.quickWork

  const variable = (name: string): Held => {
    const known = variables.get(name)
    if (known !== undefined) return known
    const made: Held = { value: null }
    variables.set(name, made)
    return made
  }

  /** A value that a function may go through without a pause. */
  const allowed = (evaluate: Evaluate): Evaluate => (frame) => {
    const cell = evaluate(frame)
    if (typeof cell === "string") allow(cell.length)
    else if (Array.isArray(cell)) allow(nodesOfMember * cell.length)
    return cell
  }

  /** The arguments of a function of which a cell may take long. */
  const quickArgs = (fn: string, args: ReadonlyArray<Evaluate>): ReadonlyArray<Evaluate> => {
    const [first, ...others] = args.map(allowed)
    const [, second] = args
    if (first === undefined || second === undefined) return args.map(allowed)
    const read: Evaluate = (frame) => {
      const cell = first(frame)
      const cost = Math.floor(costOfPattern(fn, cell, second(frame)))
      allow(cost)
      context.meter.work(cost)
      return cell
    }
    return [read, ...others]
  }

  const quickArrayCall = (expr: LambdaCall): Evaluate => {
    const { arrays, body, called } = arrayCallOf(expr, variable)
    const sources = arrays.map(compile)
    const apply = callAtOnce(called, compile(body), allow)
    return (frame) => apply(frame, sources.map((source) => source(frame)))
  }

  const call = (expr: Call | DateCall): Evaluate => {
    if (expr._tag === "DateCall") return compileDateCall(expr, compile)
    if (isArrayCall(expr)) return quickArrayCall(expr)
    const args = expr.args.map(compile)
    const isQuick = slicedFunction(expr.fn) !== undefined
    return meteredCall(expr, isQuick ? quickArgs(expr.fn, args) : args, context.meter)
  }

  const shared = (expr: Let): Evaluate => {
    const bindings = expr.bindings.map(({ name, value }) => ({ to: variable(name), value: compile(value) }))
    const body = compile(expr.body)
    return (frame) => {
      for (const { to, value } of bindings) to.value = value(frame)
      return body(frame)
    }
  }

  const slot = (place: number): Evaluate => (frame) => frame[place] as ReturnType<Evaluate>

  const compile = (expr: Expr): Evaluate => {
    switch (expr._tag) {
      case "Literal": {
        const { value } = expr
        return () => value
      }
      case "Column":
        return column(expr, context)
      case "Property":
        return property(expr, context, compile)
      case "Call":
      case "DateCall":
        return isConstant(expr) ? once(call(expr)) : call(expr)
      case "InList":
        return membership(compile(expr.value), new Set(expr.items.map((item) => keys.of(item))), expr.negated, keys)
      case "InSubquery":
        return membership(compile(expr.value), context.subquerySet(expr.plan), expr.negated, keys)
      case "ScalarSubquery": {
        const nested = context.nestedRows(expr.plan)
        return () => nested.rows[0]?.[0] ?? null
      }
      case "Exists": {
        const nested = context.nestedRows(expr.plan)
        return () => nested.rows.length > 0 ? 1 : 0
      }
      case "Let":
        return shared(expr)
      case "Ref": {
        const held = variable(expr.name)
        return () => held.value
      }
      case "Lambda":
        throw new Error("The plan has a function where a value is expected")
      case "Aggregate":
        return slot(context.aggregateSlot(expr))
      case "Window":
        return slot(context.windowSlot(expr))
    }
  }
  const sliced = slicedCompiler({ compile, variable, isConstant, meter: context.meter })
  const both = (expr: Expr): LongExpr => ({ quick: compile(expr), sliced: () => sliced(expr) })
  return (stage) => (expr) => isLong(expr) ? stage.ahead(expr, () => both(expr)) : compile(expr)
}
