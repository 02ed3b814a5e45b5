import type { OrganizationRepository, ProjectRepository } from "@hedgerow/core/access/AccessRepository"
import type { Cohort } from "@hedgerow/core/cohorts/Cohort"
import { CohortRepository } from "@hedgerow/core/cohorts/CohortRepository"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import type { PersonRepository } from "@hedgerow/core/persons/PersonRepository"
import type { Transaction } from "@hedgerow/core/shared/Transaction"
import { DateTime, Effect } from "effect"
import type { StoredRows } from "../StoredRows.ts"

/** The services that the suites of cohorts need. */
export type CohortPorts =
  | CohortRepository
  | OrganizationRepository
  | PersonRepository
  | ProjectRepository
  | StoredRows
  | Transaction

/** A static cohort but for its id. */
export const cohortFields = Effect.fnUntraced(function*(project: ProjectId) {
  const fields: Omit<Cohort, "id"> = {
    project_id: project,
    name: "Walkers",
    description: "",
    groups: [],
    deleted: false,
    filters: null,
    query: null,
    is_static: false,
    cohort_type: "static",
    is_calculating: false,
    last_calculation: null,
    errors_calculating: 0,
    count: null,
    version: 1,
    created_by: null,
    created_at: yield* DateTime.now
  }
  return fields
})

/** A new cohort, stored; static by default. */
export const makeCohort = Effect.fnUntraced(function*(project: ProjectId, overrides: Partial<Omit<Cohort, "id">>) {
  return yield* (yield* CohortRepository).create({ ...yield* cohortFields(project), ...overrides })
})
