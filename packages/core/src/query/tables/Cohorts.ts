import type { AstExpr } from "@hedgerow/sql/ast/Ast"
import { type Column, type Expr, selectPlan } from "@hedgerow/sql/plan/Plan"
import type { ResolvedQuery } from "@hedgerow/sql/planning/Planning"
import type { StatementNames } from "@hedgerow/sql/resolve/StatementNames"
import type { TableScan } from "@hedgerow/sql/resolve/TableScan"
import { int64, literal, predicate, uint8 } from "@hedgerow/sql/typing/PlanExpr"
import { refuse } from "@hedgerow/sql/typing/SemanticFailure"
import type { KnownCohort } from "../KnownCohorts.ts"
import type { ProjectPlanning } from "./ProjectPlanning.ts"
import { scanTable } from "./ScanTable.ts"

/** The kind of cohorts in a table of members. */
export type CohortKind = "static" | "dynamic"

const tableNames = ["cohort_people", "raw_cohort_people", "static_cohort_people"]

/** Whether a statement asks for members of cohorts, so that the project's cohorts must be known to resolve it. */
export const asksForCohorts = ({ hasCohort, tables }: StatementNames): boolean =>
  hasCohort || tableNames.some((name) => tables.has(name))

const must = (column: Column | undefined): Column => {
  if (column === undefined) throw new Error("no such column of cohort_members")
  return column
}

/** The persons of the cohort that stands after IN COHORT: its id or its name. */
export const cohortQuery = (planning: ProjectPlanning, set: AstExpr): ResolvedQuery => {
  const cohort = namedCohort(planning, set)
  if (!cohort.is_static && !cohort.isFindable) {
    return refuse(`The members of cohort '${cohort.name}' are not known: they depend on a query`, set)
  }
  if (!cohort.isFound) planning.warnings.add(`The members of cohort '${cohort.name}' have not been found yet.`)
  const members = scanTable(planning, "cohort_members")
  const person = must(members.column("person_id", false))
  const plan = selectPlan([{ name: "person_id", expr: person }], {
    from: members.source,
    where: predicate("equals", must(members.column("cohort_id", false)), literal(cohort.id, int64))
  })
  return { plan, columns: [{ name: "person_id", type: person.type }], document: () => undefined }
}

const namedCohort = ({ cohorts }: ProjectPlanning, set: AstExpr): KnownCohort => {
  switch (set._tag) {
    case "Number":
      return cohorts.find(({ id }) => id === Number(set.text)) ??
        refuse(`Could not find cohort with ID ${set.text}`, set)
    case "Text": {
      const [found, ...others] = cohorts.filter(({ name }) => name === set.value)
      if (others.length > 0) return refuse(`Found multiple cohorts with name '${set.value}'`, set)
      return found ?? refuse(`Could not find a cohort with the name '${set.value}'`, set)
    }
    default:
      return refuse("IN COHORT only works with constant arguments", set)
  }
}

/** The members of all static cohorts, or of all others; those of a deleted cohort are left out. */
export const scanCohorts = (planning: ProjectPlanning, kind: CohortKind): TableScan => {
  const members = scanTable(planning, "cohort_members")
  const ids = planning.cohorts.filter(({ is_static }) => is_static === (kind === "static")).map(({ id }) => id)
  const select = ["person_id", "cohort_id"].map((name) => ({ name, expr: must(members.column(name, false)) }))
  const where: Expr = {
    _tag: "InList",
    value: must(members.column("cohort_id", false)),
    items: ids,
    negated: false,
    type: uint8
  }
  const alias = planning.nextAlias("cohort_people")
  return {
    source: { _tag: "Subquery", plan: selectPlan(select, { from: members.source, where }), alias },
    column: (name, nullable) => {
      const column = members.column(name, nullable)
      return column === undefined ? undefined : { ...column, source: alias }
    }
  }
}
