import type { Planning, Schema, SchemaTable } from "@hedgerow/sql/planning/Planning"
import { queryLogName, queryLogNames } from "../log/QueryLogTable.ts"
import { cohortQuery } from "./Cohorts.ts"
import { hints } from "./Hints.ts"
import type { ProjectFacts, ProjectPlanning } from "./ProjectPlanning.ts"
import { makeQueryLogLeaf } from "./QueryLogLeaf.ts"
import { makeTableLeaf } from "./TableLeaf.ts"
import { listedTables, type VirtualTable, virtualTables } from "./VirtualTables.ts"

/** The person whose events, or whose row, are in a sample or not. Ids of persons are hashes. */
const sampledBy: Partial<Record<VirtualTable["table"], string>> = { events: "person_id", persons: "id" }

const names = [...listedTables, queryLogName]

/** The tables of a project as one statement reads them. Every scan belongs to the project. */
export const projectSchema = (facts: ProjectFacts): Schema => {
  const known = new WeakMap<Planning, ProjectPlanning>()
  const ofProject = (planning: Planning): ProjectPlanning => {
    const made = known.get(planning) ?? Object.assign(Object.create(planning) as Planning, facts)
    known.set(planning, made)
    return made
  }
  const tableOf = (virtual: VirtualTable): SchemaTable => {
    const field = sampledBy[virtual.table]
    return {
      leaf: (planning, name) => makeTableLeaf(ofProject(planning), virtual, name),
      ...field === undefined ? {} : { sampledBy: field }
    }
  }
  const queryLog: SchemaTable = { leaf: (planning, name, at) => makeQueryLogLeaf(ofProject(planning), name, at) }
  return {
    names,
    find: (name) => {
      const virtual = virtualTables.get(name)
      if (virtual !== undefined) return tableOf(virtual)
      return queryLogNames.includes(name) ? queryLog : undefined
    },
    cohort: (planning, set) => cohortQuery(ofProject(planning), set),
    hints
  }
}
