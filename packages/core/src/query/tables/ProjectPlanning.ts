import type { Span } from "@hedgerow/sql/ast/Ast"
import type { Planning } from "@hedgerow/sql/planning/Planning"
import type { KnownTypes } from "../../definitions/TypedProperties.ts"
import type { GroupTypeIndex } from "../../events/GroupTypeIndex.ts"
import type { Project } from "../../identity/Project.ts"
import type { KnownCohort } from "../KnownCohorts.ts"
import type { QueryLogEntry } from "../log/QueryLogEntry.ts"
import type { PlanModifiers } from "./PlanModifiers.ts"

/** What the tables of a project know beside the statement. */
export interface ProjectFacts {
  readonly project: Project
  readonly modifiers: PlanModifiers
  /** The types of the project's properties. */
  readonly types: KnownTypes
  /** The cohorts that the statement may name. */
  readonly cohorts: ReadonlyArray<KnownCohort>
  /** The project's types of groups by name. */
  readonly groupTypes: ReadonlyMap<string, GroupTypeIndex>
  /** The entries of the project's query log; refuses a statement that reads them too often. */
  readonly readQueryLog: (span: Span) => ReadonlyArray<QueryLogEntry>
}

/** The planning of a statement over the tables of one project. */
export interface ProjectPlanning extends Planning, ProjectFacts {}
