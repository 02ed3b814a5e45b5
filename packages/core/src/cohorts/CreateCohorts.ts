import { DateTime, Effect } from "effect"
import { type Editing, userOf } from "../entities/Changes.ts"
import { Transaction } from "../shared/Transaction.ts"
import type { Uuid } from "../shared/Uuid.ts"
import { type Cohort, isFound } from "./Cohort.ts"
import { graphIssues, requireNone, typeIn } from "./CohortGraph.ts"
import type { NewCohort } from "./CohortInput.ts"
import { membersOfDynamic } from "./CohortRefusals.ts"
import { CohortRepository } from "./CohortRepository.ts"
import { makeCohortWriting } from "./CohortWriting.ts"

const blank = {
  deleted: false,
  is_calculating: false,
  last_calculation: null,
  errors_calculating: 0,
  count: null,
  version: 1
}

const blankStatic = {
  ...blank,
  description: "",
  groups: [],
  filters: null,
  query: null,
  is_static: true,
  cohort_type: "static" as const
}

/** The first state of a new cohort: members that are listed are all there, others have to be found. */
const beginning = (type: Cohort["cohort_type"], now: DateTime.Utc) => {
  if (type === "static") return { ...blank, count: 0, last_calculation: now }
  return { ...blank, is_calculating: isFound(type) }
}

/** Creates cohorts: each in one transaction with its activity. */
export const makeCohortCreation = Effect.gen(function*() {
  const repository = yield* CohortRepository
  const transaction = yield* Transaction
  const { addListed, calculate, lockGraph, record } = yield* makeCohortWriting

  const create = Effect.fnUntraced(
    function*(
      editing: Editing,
      { _create_static_person_ids, ...fields }: NewCohort,
      persons: ReadonlyArray<Uuid>
    ) {
      const { id: project } = editing.project
      if (!fields.is_static && _create_static_person_ids.length > 0) return yield* membersOfDynamic
      const graph = yield* lockGraph(project)
      yield* requireNone(graphIssues(graph, fields, undefined))
      const cohort_type = typeIn(graph, fields, fields.is_static)
      const now = yield* DateTime.now
      const cohort = yield* repository.create({
        ...fields,
        ...beginning(cohort_type, now),
        project_id: project,
        cohort_type,
        created_by: userOf(editing),
        created_at: now
      })
      if (cohort.is_calculating) yield* calculate(cohort)
      yield* record(editing, { after: cohort })
      return yield* addListed(graph, cohort, persons)
    },
    transaction.run
  )

  /** One without members, which counts as being calculated until it is filled. */
  const createStatic = Effect.fnUntraced(function*(editing: Editing, name: string) {
    const cohort = yield* repository.create({
      ...blankStatic,
      project_id: editing.project.id,
      name,
      is_calculating: true,
      created_by: userOf(editing),
      created_at: yield* DateTime.now
    })
    yield* record(editing, { after: cohort })
    return cohort
  }, transaction.run)

  return { create, createStatic }
})
