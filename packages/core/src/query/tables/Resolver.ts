import type { Statement } from "@hedgerow/sql/ast/Ast"
import type { SqlSemanticError } from "@hedgerow/sql/ast/SqlErrors"
import type { Abilities } from "@hedgerow/sql/planning/Abilities"
import {
  type ResolvedStatement,
  resolveInSteps as resolveSurrounded,
  type Surroundings
} from "@hedgerow/sql/resolve/Resolver"
import { atOnce, type Steps } from "@hedgerow/sql/types/Steps"
import type { Result } from "effect"
import { type KnownTypes, noTypes } from "../../definitions/TypedProperties.ts"
import type { EventTime } from "../../events/EventTime.ts"
import type { GroupTypeIndex } from "../../events/GroupTypeIndex.ts"
import type { Project } from "../../identity/Project.ts"
import type { NamedAction } from "../functions/ActionFunctions.ts"
import { functionsWith, projectFunctions } from "../functions/ProjectFunctions.ts"
import type { KnownCohort } from "../KnownCohorts.ts"
import type { QueryLogEntry } from "../log/QueryLogEntry.ts"
import { defaultModifiers, type PlanModifiers } from "./PlanModifiers.ts"
import { projectSchema } from "./ProjectSchema.ts"
import { maximumLogs, tooManyLogs } from "./QueryLogLeaf.ts"

/** The surroundings that a statement of a project is resolved in. */
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

const surroundingsOf = (context: ResolveContext): Surroundings => {
  const { project } = context
  const modifiers = { ...defaultModifiers, ...context.modifiers }
  let logs = 0
  return {
    now: context.now,
    timezone: modifiers.convertToProjectTimezone ? project.timezone : "UTC",
    weeksBeginOnMonday: project.week_start_day === 1,
    ...context.abilities === undefined ? {} : { abilities: context.abilities },
    functions: context.actions === undefined ? projectFunctions : functionsWith(context.actions),
    schema: projectSchema({
      project,
      modifiers,
      types: context.types ?? noTypes,
      cohorts: context.cohorts ?? [],
      groupTypes: context.groupTypes ?? new Map(),
      readQueryLog: (span) => {
        if (++logs > maximumLogs) tooManyLogs(span)
        return context.queryLog ?? []
      }
    })
  }
}

/** The typed plan of a statement, reading only rows of `context.project`. Applies no default limit. */
export const resolveStatement = (
  statement: Statement,
  context: ResolveContext
): Result.Result<ResolvedStatement, SqlSemanticError> => atOnce(resolveInSteps(statement, context))

/** The same in steps of a bounded number of nodes. `onNow` is called where the plan depends on the time. */
export const resolveInSteps = (
  statement: Statement,
  context: ResolveContext,
  onNow?: () => void
): Steps<Result.Result<ResolvedStatement, SqlSemanticError>> =>
  resolveSurrounded(statement, surroundingsOf(context), onNow)
