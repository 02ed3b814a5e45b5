import { UserLookup } from "@hedgerow/core/access/UserLookup"
import type { Cohort } from "@hedgerow/core/cohorts/Cohort"
import { Experiments } from "@hedgerow/core/experiments/Experiments"
import type { Project } from "@hedgerow/core/identity/Project"
import { Effect } from "effect"
import { cohortRecord } from "./CohortEncode.ts"

/** Makes cohorts into records. */
export const makeCohortRecords = Effect.gen(function*() {
  const experiments = yield* Experiments
  const { people } = yield* UserLookup

  return Effect.fnUntraced(function*(project: Project, rows: ReadonlyArray<Cohort>) {
    return cohortRecord({
      people: yield* people(project, rows.flatMap(({ created_by }) => created_by ?? [])),
      exposures: yield* experiments.exposing(project.id, rows.map(({ id }) => id))
    })
  })
})
