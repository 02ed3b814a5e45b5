import { DateTime, Effect } from "effect"
import { Changes, type Editing, type RowChange } from "../entities/Changes.ts"
import type { ProjectId } from "../identity/Project.ts"
import { Jobs } from "../jobs/Jobs.ts"
import { ChangeCapture } from "../replication/ChangeCapture.ts"
import type { Uuid } from "../shared/Uuid.ts"
import { Cohort, cohortEntity, isFound } from "./Cohort.ts"
import { type CohortGraph, dependentsOf, graphOf } from "./CohortGraph.ts"
import { calculation } from "./CohortJobs.ts"
import { CohortRepository } from "./CohortRepository.ts"

/** Steps that making a cohort and changing one have in common; each is a step of a transaction. */
export const makeCohortWriting = Effect.gen(function*() {
  const repository = yield* CohortRepository
  const changes = yield* Changes
  const { capture } = yield* ChangeCapture
  const jobs = yield* Jobs

  /** The project's cohorts, locked until the transaction ends. */
  const lockGraph = Effect.fnUntraced(function*(project: ProjectId) {
    yield* repository.lock(project)
    return graphOf(yield* repository.all(project))
  })

  const calculate = ({ id, project_id }: Cohort) =>
    jobs.enqueue(calculation, { project: project_id, payload: { cohort: id }, uniqueKey: String(id) })

  const record = (editing: Editing, change: RowChange<Cohort>) => changes.record(editing, cohortEntity, change)

  /** Cohorts that go by a list of members follow it. */
  const calculateDependents = (graph: CohortGraph, { id }: Pick<Cohort, "id">) =>
    Effect.forEach(
      dependentsOf(graph, id).filter(({ cohort_type }) => isFound(cohort_type)),
      calculate,
      { discard: true }
    )

  const addListed = Effect.fnUntraced(function*(graph: CohortGraph, cohort: Cohort, persons: ReadonlyArray<Uuid>) {
    if (persons.length === 0) return cohort
    yield* capture(repository.addMembers(cohort.project_id, cohort.id, persons))
    const count = yield* repository.countMembers(cohort.project_id, cohort.id)
    const counted = new Cohort({ ...cohort, count, last_calculation: yield* DateTime.now })
    yield* repository.update(counted)
    yield* calculateDependents(graph, cohort)
    return counted
  })

  return { addListed, calculate, calculateDependents, lockGraph, record }
})
