import { Result } from "effect"
import type { Project } from "../../../access/Project.ts"
import type { KnownCohort } from "../../../cohorts/KnownCohorts.ts"
import { type KnownTypes, noTypes } from "../../../definitions/TypedProperties.ts"
import type { EventTime } from "../../../events/EventTime.ts"
import type { GroupTypeIndex } from "../../../events/GroupTypeIndex.ts"
import { type Abilities, everything } from "../../EngineAbilities.ts"
import type { QueryLogEntry } from "../../log/QueryLogEntry.ts"
import type { Statement } from "../Ast.ts"
import type { QueryPlan } from "../Plan.ts"
import type { SqlSemanticError } from "../SqlErrors.ts"
import { atOnce, type Steps } from "../Steps.ts"
import { expandedReferences } from "../TableReferences.ts"
import { makeAhead } from "./Ahead.ts"
import { maximumDepth, maximumPlanSize, maximumReferences, tooComplex } from "./ExprSize.ts"
import {
  defaultModifiers,
  type NamedAction,
  noTables,
  type OutputColumn,
  type PlanModifiers,
  type Planning
} from "./Planning.ts"
import { maximumLogs, tooManyLogs } from "./QueryLogLeaf.ts"
import { resolveExpression } from "./ResolveExpression.ts"
import { resolveSelect } from "./ResolveSelect.ts"
import { resolveSet } from "./ResolveSet.ts"
import { rootPlan } from "./RootPlan.ts"
import { SemanticFailure, toSqlSemanticError } from "./SemanticFailure.ts"
import { makeShare } from "./Share.ts"

/** The surroundings that a statement is resolved in. */
export interface ResolveContext {
  readonly project: Project
  readonly now: EventTime
  readonly modifiers?: Partial<PlanModifiers>
  /** The abilities of the engine; without them all. */
  readonly abilities?: Abilities
  /** The types of the project's properties; without them all are texts. */
  readonly types?: KnownTypes
  /** The project's cohorts, where the statement asks for them. */
  readonly cohorts?: ReadonlyArray<KnownCohort>
  /** The project's actions, where the statement names one. */
  readonly actions?: ReadonlyArray<NamedAction>
  /** The project's types of groups by name, where the statement may name one. */
  readonly groupTypes?: ReadonlyMap<string, GroupTypeIndex>
  /** The entries of the project's query log; without them it is empty. */
  readonly queryLog?: ReadonlyArray<QueryLogEntry>
}

/** A plan with the columns as the user named them; the plan may give more columns after those. */
export interface ResolvedStatement {
  readonly plan: QueryPlan
  readonly columns: ReadonlyArray<OutputColumn>
  /** Warnings about the answer, in words. */
  readonly warnings: ReadonlyArray<string>
}

const makePlanning = (context: ResolveContext): Planning => {
  const modifiers = { ...defaultModifiers, ...context.modifiers }
  const counts = { aliases: 0, nodes: 0, queries: 0, expressions: 0, logs: 0, step: 0 }
  const planning: Planning = {
    project: context.project,
    now: context.now,
    modifiers,
    timezone: modifiers.convertToProjectTimezone ? context.project.timezone : "UTC",
    nextAlias: (name) => `${/^[A-Za-z_]\w{0,39}$/.test(name) ? name : "t"}_${++counts.aliases}`,
    types: context.types ?? noTypes,
    cohorts: context.cohorts ?? [],
    actions: context.actions ?? [],
    groupTypes: context.groupTypes ?? new Map(),
    abilities: context.abilities ?? everything("this engine"),
    readQueryLog: (span) => {
      if (++counts.logs > maximumLogs) tooManyLogs(span)
      return context.queryLog ?? []
    },
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

/** So many nodes are resolved in a step: a few milliseconds. */
const nodesOfStep = 2_000

/** The typed plan of a statement, reading only rows of `context.project`. Applies no default limit. */
export const resolveStatement = (
  statement: Statement,
  context: ResolveContext
): Result.Result<ResolvedStatement, SqlSemanticError> => atOnce(resolveInSteps(statement, context))

/** The same in steps of a bounded number of nodes. */
export function* resolveInSteps(
  statement: Statement,
  context: ResolveContext
): Steps<Result.Result<ResolvedStatement, SqlSemanticError>> {
  const planning = makePlanning(context)
  try {
    const resolved = rootPlan(yield* planning.selectInSteps(statement, noTables), planning.tables)
    if (expandedReferences(resolved.plan) > maximumReferences) tooComplex(statement)
    return Result.succeed({ ...resolved, warnings: [...planning.warnings] })
  } catch (failure) {
    if (failure instanceof SemanticFailure) return Result.fail(toSqlSemanticError(failure))
    throw failure
  }
}
