import { DateTime, Effect, Option } from "effect"
import { ProjectRepository } from "../access/AccessRepository.ts"
import type { ProjectId } from "../access/Project.ts"
import { filterInTurns } from "../flags/serving/InTurns.ts"
import { handle } from "../jobs/JobKind.ts"
import { Jobs } from "../jobs/Jobs.ts"
import { type KnownPerson, PersonRepository } from "../persons/PersonRepository.ts"
import { ChangeCapture } from "../replication/ChangeCapture.ts"
import type { Uuid } from "../shared/Uuid.ts"
import type { Cohort, CohortId } from "./Cohort.ts"
import { CohortUndecidable } from "./CohortErrors.ts"
import { calculation, maxAge, refreshing } from "./CohortJobs.ts"
import { type CohortMatching, matchingOf } from "./CohortMatching.ts"
import { CohortRepository, type DueCohort } from "./CohortRepository.ts"
import { makeCohortSettling } from "./CohortSettling.ts"

/** So many persons are looked at before their memberships are written. */
const pageSize = 1_000

/** So many cohorts are read at once when calculations are asked for. */
const duePageSize = 1_000

const noCohorts: ReadonlySet<CohortId> = new Set()

/** Finds the members of cohorts. */
const makeCalculation = Effect.gen(function*() {
  const repository = yield* CohortRepository
  const persons = yield* PersonRepository
  const projects = yield* ProjectRepository
  const { capture } = yield* ChangeCapture
  const { settled } = yield* makeCohortSettling

  const membersIn = Effect.fnUntraced(
    function*(project: ProjectId, { listed, matches, spent }: CohortMatching, page: ReadonlyArray<KnownPerson>) {
      const now = yield* DateTime.now
      const memberships = yield* repository.membershipsOfAll(project, page.map(({ person }) => person.id), listed)
      const isMember = (known: KnownPerson) => matches(known, memberships.get(known.person.id) ?? noCohorts, now)
      const members = yield* filterInTurns(page, isMember, spent)
      return members.map(({ person }) => person.id)
    }
  )

  /** Page by page: memberships are the previous ones, then the new ones, and never none. */
  const findMembers = Effect.fnUntraced(function*({ id, project_id }: Cohort) {
    const project = Option.getOrUndefined(yield* projects.find(project_id))
    const matching = matchingOf(yield* repository.all(project_id), id, project?.timezone ?? "UTC")
    if (matching.problem !== undefined) return yield* new CohortUndecidable({ reason: matching.problem })
    let after: Uuid | undefined = undefined
    let isLast = false
    while (!isLast) {
      const page: ReadonlyArray<KnownPerson> = yield* persons.page(project_id, after, pageSize)
      isLast = page.length < pageSize
      const until: Uuid | undefined = isLast ? undefined : page.at(-1)?.person.id
      const members = yield* membersIn(project_id, matching, page)
      yield* capture(repository.replaceMembers(project_id, id, { after, until }, members))
      after = until
    }
  })

  return Effect.fn("Cohorts.calculate")(function*(project: ProjectId, id: CohortId) {
    const cohort = Option.getOrUndefined(yield* repository.find(project, id))
    if (cohort === undefined || cohort.deleted || cohort.cohort_type !== "person_property") return
    yield* settled(project, id, findMembers(cohort), cohort.version)
  })
})

/** Does `calculation`. */
export const handler = Effect.flatMap(
  makeCalculation,
  (calculate) =>
    handle(
      calculation,
      ({ cohort }, { project_id }) => project_id === null ? Effect.void : calculate(project_id, cohort)
    )
)

/** Does `refreshing`. */
export const refreshHandler = handle(
  refreshing,
  Effect.fnUntraced(function*() {
    const repository = yield* CohortRepository
    const jobs = yield* Jobs
    const before = DateTime.subtractDuration(yield* DateTime.now, maxAge)
    let after: DueCohort | undefined = undefined
    let isLast = false
    while (!isLast) {
      const page: ReadonlyArray<Cohort> = yield* repository.due(before, after, duePageSize)
      for (const { id, project_id } of page) {
        yield* jobs.enqueue(calculation, { project: project_id, payload: { cohort: id }, uniqueKey: String(id) })
      }
      isLast = page.length < duePageSize
      after = page.at(-1)
    }
  })
)
