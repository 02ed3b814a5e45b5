import { Result } from "effect"
import type { Project } from "../../../access/Project.ts"
import { type KnownTypes, noTypes } from "../../../definitions/TypedProperties.ts"
import type { EventTime } from "../../../events/EventTime.ts"
import { type Abilities, everything } from "../../EngineAbilities.ts"
import type { Statement } from "../Ast.ts"
import type { SelectPlan } from "../Plan.ts"
import type { SqlSemanticError } from "../SqlErrors.ts"
import { maximumDepth, maximumPlanSize, tooComplex } from "./ExprSize.ts"
import { defaultModifiers, noTables, type OutputColumn, type PlanModifiers, type Planning } from "./Planning.ts"
import { resolveSelect } from "./ResolveSelect.ts"
import { SemanticFailure, toSqlSemanticError } from "./SemanticFailure.ts"

/** What a statement is resolved for. */
export interface ResolveContext {
  readonly project: Project
  readonly now: EventTime
  readonly modifiers?: Partial<PlanModifiers>
  /** What the engine has; without it everything. */
  readonly abilities?: Abilities
  /** The types of the project's properties; without them all are texts. */
  readonly types?: KnownTypes
}

/** A plan with the columns as the user named them; `plan.select` may hold more columns after those. */
export interface ResolvedStatement {
  readonly plan: SelectPlan
  readonly columns: ReadonlyArray<OutputColumn>
  /** What the answer may not show as one would think, in words. */
  readonly warnings: ReadonlyArray<string>
}

/** The typed plan of a statement, reading only rows of `context.project`. Applies no default limit. */
export const resolveStatement = (
  statement: Statement,
  context: ResolveContext
): Result.Result<ResolvedStatement, SqlSemanticError> => {
  const modifiers = { ...defaultModifiers, ...context.modifiers }
  let aliases = 0
  let nodes = 0
  let depth = 0
  let expressions = 0
  const planning: Planning = {
    project: context.project,
    now: context.now,
    modifiers,
    timezone: modifiers.convertToProjectTimezone ? context.project.timezone : "UTC",
    nextAlias: (name) => `${/^[A-Za-z_]\w{0,39}$/.test(name) ? name : "t"}_${++aliases}`,
    types: context.types ?? noTypes,
    abilities: context.abilities ?? everything("this engine"),
    warnings: new Set(),
    owners: new WeakMap(),
    properties: new WeakMap(),
    fields: new WeakMap(),
    aggregates: new WeakMap(),
    spend: (count, span) => {
      nodes += count
      if (nodes > maximumPlanSize) tooComplex(span)
    },
    enter: (span) => {
      if (++expressions > maximumDepth.resolving) tooComplex(span)
    },
    leave: () => {
      expressions--
    },
    select: (inner, tables) => {
      if (depth >= maximumDepth.queries) return tooComplex(inner)
      depth++
      const resolved = resolveSelect(planning, inner, tables)
      depth--
      return resolved
    }
  }
  try {
    const { columns, plan } = resolveSelect(planning, statement, noTables)
    return Result.succeed({ plan, columns, warnings: [...planning.warnings] })
  } catch (failure) {
    if (failure instanceof SemanticFailure) return Result.fail(toSqlSemanticError(failure))
    throw failure
  }
}
