import { Result } from "effect"
import type { Statement } from "../ast/Ast.ts"
import type { SqlSemanticError } from "../ast/SqlErrors.ts"
import { dialect } from "../catalogue/Catalogue.ts"
import type { QueryPlan } from "../plan/Plan.ts"
import { expandedReferences } from "../plan/TableReferences.ts"
import { type Abilities, everything } from "../planning/Abilities.ts"
import { type Functions, noTables, type OutputColumn, type Planning, type Schema } from "../planning/Planning.ts"
import { atOnce, type Steps } from "../types/Steps.ts"
import { SemanticFailure, toSqlSemanticError } from "../typing/SemanticFailure.ts"
import { makeShare } from "../typing/Share.ts"
import { makeAhead } from "./Ahead.ts"
import { maximumDepth, maximumPlanSize, maximumReferences, tooComplex } from "./ExprSize.ts"
import { resolveExpression } from "./ResolveExpression.ts"
import { resolveSelect } from "./ResolveSelect.ts"
import { resolveSet } from "./ResolveSet.ts"
import { rootPlan } from "./RootPlan.ts"

/** The surroundings that a statement is resolved in. */
export interface Surroundings {
  /** The tables that it may name. */
  readonly schema: Schema
  /** Microseconds since 1970. */
  readonly now: number
  /** The zone in which stored times are shown. */
  readonly timezone: string
  /** Whether weeks begin on Monday where the statement does not say; without it on Sunday. */
  readonly weeksBeginOnMonday?: boolean
  /** The abilities of the engine; without them all. */
  readonly abilities?: Abilities
  /** The functions that it may call, as `makeCatalogue` makes them; without them those of the dialect. */
  readonly functions?: Functions
}

/** A plan with the columns as the user named them; the plan may give more columns after those. */
export interface ResolvedStatement {
  readonly plan: QueryPlan
  readonly columns: ReadonlyArray<OutputColumn>
  /** Warnings about the answer, in words. */
  readonly warnings: ReadonlyArray<string>
}

const makePlanning = (context: Surroundings, onNow: (() => void) | undefined): Planning => {
  const counts = { aliases: 0, nodes: 0, queries: 0, expressions: 0, step: 0 }
  const planning: Planning = {
    schema: context.schema,
    get now() {
      onNow?.()
      return context.now
    },
    timezone: context.timezone,
    weeksBeginOnMonday: context.weeksBeginOnMonday ?? false,
    nextAlias: (name) => `${/^[A-Za-z_]\w{0,39}$/.test(name) ? name : "t"}_${++counts.aliases}`,
    functions: context.functions ?? dialect,
    abilities: context.abilities ?? everything("this engine"),
    warnings: new Set(),
    owners: new Map(),
    tables: [],
    resolvedTables: new Map(),
    share: makeShare(),
    fields: new Map(),
    aggregates: new Map(),
    spend: (count, span) => {
      counts.nodes += count
      if (counts.nodes > maximumPlanSize) tooComplex(span)
    },
    enter: (span) => {
      if (++counts.expressions > maximumDepth.resolving) tooComplex(span)
    },
    leave: () => {
      counts.expressions--
    },
    expression: resolveExpression,
    select: (inner, tables) => planning.ahead.takeQuery(inner) ?? atOnce(planning.selectInSteps(inner, tables)),
    selectInSteps: (inner, tables) =>
      inner._tag === "Select" ? resolveSelect(planning, inner, tables) : resolveSet(planning, inner, tables),
    around: [],
    enterQuery: (span) => {
      if (++counts.queries > maximumDepth.queries) tooComplex(span)
    },
    leaveQuery: () => {
      counts.queries--
    },
    isStepDone: () => {
      const isDone = counts.nodes >= counts.step + nodesOfStep
      if (isDone) counts.step = counts.nodes
      return isDone
    },
    ahead: makeAhead()
  }
  return planning
}

/** The nodes that are resolved in a step: a few milliseconds. */
const nodesOfStep = 2_000

/** The typed plan of a statement. Applies no default limit. */
export const resolveStatement = (
  statement: Statement,
  context: Surroundings
): Result.Result<ResolvedStatement, SqlSemanticError> => atOnce(resolveInSteps(statement, context))

/** The same in steps of a bounded number of nodes. `onNow` is called where the plan depends on the time. */
export function* resolveInSteps(
  statement: Statement,
  context: Surroundings,
  onNow?: () => void
): Steps<Result.Result<ResolvedStatement, SqlSemanticError>> {
  const planning = makePlanning(context, onNow)
  try {
    const resolved = rootPlan(yield* planning.selectInSteps(statement, noTables), planning.tables)
    if (expandedReferences(resolved.plan) > maximumReferences) tooComplex(statement)
    return Result.succeed({ ...resolved, warnings: [...planning.warnings] })
  } catch (failure) {
    if (failure instanceof SemanticFailure) return Result.fail(toSqlSemanticError(failure))
    throw failure
  }
}
