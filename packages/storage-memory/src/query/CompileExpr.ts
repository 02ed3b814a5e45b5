import { compileDateCall } from "@hedgerow/sql/evaluate/dates/DateCalls"
import type { Evaluate } from "@hedgerow/sql/evaluate/Evaluate"
import { costOfPattern } from "@hedgerow/sql/evaluate/functions/families/Patterns"
import { callAtOnce } from "@hedgerow/sql/evaluate/functions/HigherOrder"
import { meteredCall, type MeterOf } from "@hedgerow/sql/evaluate/functions/MeteredCall"
import { slicedFunction } from "@hedgerow/sql/evaluate/functions/SlicedFunctions"
import type { Meter } from "@hedgerow/sql/evaluate/Meter"
import { makeExprNotes } from "@hedgerow/sql/plan/ExprNotes"
import type {
  Aggregate,
  Call,
  Column,
  DateCall,
  Expr,
  InList,
  Let,
  Property,
  QueryPlan,
  Window
} from "@hedgerow/sql/plan/Plan"
import type { Cell } from "@hedgerow/sql/types/Cell"
import { type CellKey, type CellKeys, pieceLength } from "./CellKey.ts"
import { slicedCompiler } from "./CompileSliced.ts"
import { propertyText, propertyTextIn } from "./JsonValues.ts"
import { arrayCallOf, type Held, isArrayCall, isLong, type LambdaCall } from "./LongExprs.ts"
import type { SourceSlot, SourceSlots } from "./Sources.ts"
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
  readonly sources: SourceSlots
  /** The slot that will hold the aggregate's result. */
  readonly aggregateSlot: (aggregate: Aggregate) => number
  /** The slot that will hold the value over the window. */
  readonly windowSlot: (window: Window) => number
  /** The set that will hold the subquery's values before the first row. */
  readonly subquerySet: (plan: QueryPlan) => ReadonlySet<CellKey>
  readonly nestedRows: (plan: QueryPlan) => NestedRows
}

/** The meter in the frame, so that the expression may serve the next run too. */
const meterOf: MeterOf = ([meter]) => meter as Meter

const slotOf = ({ byAlias }: SourceSlots, alias: string): SourceSlot => {
  const slot = byAlias.get(alias)
  if (slot === undefined) throw new Error(`The plan reads ${alias}, which is no source of its SELECT`)
  return slot
}

/** Reads of the empty side of a left join are NULL. */
const column = (expr: Column, sources: SourceSlots): Evaluate => {
  const source = slotOf(sources, expr.source)
  const { slot } = source
  const read = source.column(expr.name, expr.type.kind === "JSON")
  return (frame) => {
    const row = frame[slot]
    return row === undefined ? null : read(row)
  }
}

/** A property of a stored document; undefined where there is only its text. */
const storedProperty = ({ column: from, path }: Property, sources: SourceSlots): Evaluate | undefined => {
  if (from._tag !== "Column") return undefined
  const source = slotOf(sources, from.source)
  const document = source.document(from.name)
  if (document === undefined) return undefined
  const { slot } = source
  return (frame) => {
    const row = frame[slot]
    return row === undefined ? null : propertyText(document(row), path)
  }
}

/** NULL is found like any value, NaN never. Without `keys` only a cell that is its own key is found. */
const membership = (value: Evaluate, found: ReadonlySet<CellKey>, negated: boolean, keys?: CellKeys): Evaluate => {
  const [isIn, isOut] = negated ? [0, 1] : [1, 0]
  if (keys === undefined) return (frame) => found.has(value(frame) as CellKey) ? isIn : isOut
  return (frame) => {
    const cell = value(frame)
    return cell === cell && found.has(keys.of(cell)) ? isIn : isOut
  }
}

/** Whether only an equal cell has the key of this one, which is then the cell itself. */
const isOwnKey = (item: Cell): boolean =>
  typeof item === "string" ? item.length <= pieceLength : !Array.isArray(item) && !Number.isNaN(item)

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

/** A compiled expression that needs nothing of a run but its frame: any run with the same layout may use it. */
interface CachedEvaluate {
  readonly layout: string
  readonly evaluate: Evaluate
}

/** They lie on the expressions, of which a plan that is asked for again has the same objects. */
const kept = makeExprNotes<CachedEvaluate>()

/** The compiler of a SELECT's expressions. */
export const exprCompiler = (context: ExprContext): CompileAt => {
  const { sources } = context
  const { layout } = sources
  const variables = new Map<string, Held>()
  let isOfRun = false

  /** What belongs to this run: an expression that asks for it serves no other one. */
  const ofRun = (): ExprContext => {
    isOfRun = true
    return context
  }

  const variable = (name: string): Held => {
    ofRun()
    const known = variables.get(name)
    if (known !== undefined) return known
    const made: Held = { value: null }
    variables.set(name, made)
    return made
  }

  /** A value that a function may go through without a pause. */
  const allowed = ({ allow }: QuickWork) => (evaluate: Evaluate): Evaluate => (frame) => {
    const cell = evaluate(frame)
    if (typeof cell === "string") allow(cell.length)
    else if (Array.isArray(cell)) allow(nodesOfMember * cell.length)
    return cell
  }

  /** The arguments of a function of which a cell may take long. */
  const quickArgs = (fn: string, args: ReadonlyArray<Evaluate>): ReadonlyArray<Evaluate> => {
    const { meter, quickWork } = ofRun()
    const [first, ...others] = args.map(allowed(quickWork))
    const [, second] = args
    if (first === undefined || second === undefined) return args.map(allowed(quickWork))
    const read: Evaluate = (frame) => {
      const cell = first(frame)
      const cost = Math.floor(costOfPattern(fn, cell, second(frame)))
      quickWork.allow(cost)
      meter.work(cost)
      return cell
    }
    return [read, ...others]
  }

  const quickArrayCall = (expr: LambdaCall): Evaluate => {
    const { arrays, body, called } = arrayCallOf(expr, variable)
    const sources = arrays.map(compile)
    const apply = callAtOnce(called, compile(body), ofRun().quickWork.allow)
    return (frame) => apply(frame, sources.map((source) => source(frame)))
  }

  const call = (expr: Call | DateCall): Evaluate => {
    if (expr._tag === "DateCall") return compileDateCall(expr, compile)
    if (isArrayCall(expr)) return quickArrayCall(expr)
    const args = expr.args.map(compile)
    const isQuick = slicedFunction(expr.fn) !== undefined
    return meteredCall(expr, isQuick ? quickArgs(expr.fn, args) : args, meterOf)
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

  const textProperty = ({ column: from, path }: Property): Evaluate => {
    ofRun()
    const [read, text] = [propertyTextIn(path), compile(from)]
    return (frame) => read(text(frame))
  }

  const inList = ({ items, negated, value }: InList): Evaluate => {
    if (items.every(isOwnKey)) return membership(compile(value), new Set(items as ReadonlyArray<CellKey>), negated)
    const { keys } = ofRun()
    return membership(compile(value), new Set(items.map((item) => keys.of(item))), negated, keys)
  }

  const compiled = (expr: Expr): Evaluate => {
    switch (expr._tag) {
      case "Literal": {
        const { value } = expr
        return () => value
      }
      case "Column":
        return column(expr, sources)
      case "Property":
        return storedProperty(expr, sources) ?? textProperty(expr)
      case "Call":
      case "DateCall":
        return isConstant(expr) ? once(call(expr)) : call(expr)
      case "InList":
        return inList(expr)
      case "InSubquery": {
        const { keys, subquerySet } = ofRun()
        return membership(compile(expr.value), subquerySet(expr.plan), expr.negated, keys)
      }
      case "ScalarSubquery": {
        const nested = ofRun().nestedRows(expr.plan)
        return () => nested.rows[0]?.[0] ?? null
      }
      case "Exists": {
        const nested = ofRun().nestedRows(expr.plan)
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
        return slot(ofRun().aggregateSlot(expr))
      case "Window":
        return slot(ofRun().windowSlot(expr))
    }
  }

  const known = (expr: Expr): Evaluate | undefined => {
    const found = kept.of(expr)
    return found?.layout === layout ? found.evaluate : undefined
  }

  const compileNew = (expr: Expr): Evaluate => {
    const isOuterOfRun = isOfRun
    isOfRun = false
    const evaluate = compiled(expr)
    if (!isOfRun) kept.note(expr, { layout, evaluate })
    isOfRun ||= isOuterOfRun
    return evaluate
  }

  const compile = (expr: Expr): Evaluate => known(expr) ?? compileNew(expr)
  const sliced = slicedCompiler({ compile, variable, isConstant, meter: context.meter })
  const both = (expr: Expr): LongExpr => ({ quick: compile(expr), sliced: () => sliced(expr) })
  // One that takes long is never known: its work is counted by the run.
  return (stage) => (expr) => known(expr) ?? (isLong(expr) ? stage.ahead(expr, () => both(expr)) : compileNew(expr))
}
