import { DateTime, Effect, Option } from "effect"
import { ProjectRepository } from "../access/AccessRepository.ts"
import { filterInSlices } from "../evaluation/InSlices.ts"
import type { Project, ProjectId } from "../identity/Project.ts"
import { handle } from "../jobs/JobKind.ts"
import { Jobs } from "../jobs/Jobs.ts"
import { type KnownPerson, PersonRepository } from "../persons/PersonRepository.ts"
import { ChangeCapture } from "../replication/ChangeCapture.ts"
import type { Uuid } from "../shared/Uuid.ts"
import type { BehaviourMembers } from "./behaviour/BehaviourMembers.ts"
import { CohortBehaviours } from "./behaviour/CohortBehaviours.ts"
import { makeCalculationEnd } from "./CalculationEnd.ts"
import { type Cohort, type CohortId, isFound } from "./Cohort.ts"
import { CohortUndecidable } from "./CohortErrors.ts"
import { graphOf, namedBy } from "./CohortGraph.ts"
import { calculation, maxAge, refreshing } from "./CohortJobs.ts"
import { type CohortMatching, matchingOf } from "./CohortMatching.ts"
import { CohortRepository, type DueCohort } from "./CohortRepository.ts"

/** At most this many persons are looked at before their memberships are written. */
const pageSize = 1_000

/** The most conditions of a cohort on what persons did: each is a statement over the events. */
const maxBehaviours = 20

/** At most this many cohorts are read at once when calculations are asked for. */
const duePageSize = 1_000

const noCohorts: ReadonlySet<CohortId> = new Set()

const ask = (jobs: Jobs["Service"], { id, project_id }: Cohort) =>
  jobs.enqueue(calculation, { project: project_id, payload: { cohort: id }, uniqueKey: String(id) })

/** Finds the members of cohorts. */
const makeCalculation = Effect.gen(function*() {
  const repository = yield* CohortRepository
  const persons = yield* PersonRepository
  const projects = yield* ProjectRepository
  const behaviours = yield* CohortBehaviours
  const { capture } = yield* ChangeCapture
  const { calculated } = yield* makeCalculationEnd
  const jobs = yield* Jobs

  /** The lists that each person is on: other cohorts, and the behaviours of this one. */
  const listsOf = Effect.fnUntraced(
    function*(
      project: ProjectId,
      persons: ReadonlyArray<Uuid>,
      listed: ReadonlyArray<CohortId>,
      readers: ReadonlyMap<CohortId, BehaviourMembers>
    ) {
      const memberships = yield* repository.membershipsOfAll(project, persons, listed)
      if (readers.size === 0) return memberships
      const lists = new Map(persons.map((person) => [person, new Set(memberships.get(person))]))
      for (const [id, { among }] of readers) {
        for (const person of yield* among(persons)) lists.get(person)?.add(id)
      }
      return lists
    }
  )

  const membersIn = Effect.fnUntraced(
    function*(
      project: ProjectId,
      { listed, matches, spent }: CohortMatching,
      readers: ReadonlyMap<CohortId, BehaviourMembers>,
      page: ReadonlyArray<KnownPerson>
    ) {
      const now = yield* DateTime.now
      const lists = yield* listsOf(project, page.map(({ person }) => person.id), listed, readers)
      const isMember = (known: KnownPerson) => matches(known, lists.get(known.person.id) ?? noCohorts, now)
      const members = yield* filterInSlices(page, isMember, spent)
      return members.map(({ person }) => person.id)
    }
  )

  const readersOf = Effect.fnUntraced(function*(project: Project | undefined, { behaviours: asked }: CohortMatching) {
    if (asked.size === 0 || project === undefined) return new Map<CohortId, BehaviourMembers>()
    return asked.size > maxBehaviours
      ? yield* new CohortUndecidable({ reason: `it has more than ${maxBehaviours} conditions on what persons did` })
      : yield* behaviours.of(project, asked)
  })

  /** Page by page: memberships are the previous ones, then the new ones, and never none. */
  const findMembers = Effect.fnUntraced(function*({ id, project_id }: Cohort) {
    const project = Option.getOrUndefined(yield* projects.find(project_id))
    const matching = matchingOf(yield* repository.all(project_id), id, project?.timezone ?? "UTC")
    if (matching.problem !== undefined) return yield* new CohortUndecidable({ reason: matching.problem })
    const readers = yield* readersOf(project, matching)
    let after: Uuid | undefined = undefined
    let isLast = false
    while (!isLast) {
      const page: ReadonlyArray<KnownPerson> = yield* persons.page(project_id, after, pageSize)
      isLast = page.length < pageSize
      const until: Uuid | undefined = isLast ? undefined : page.at(-1)?.person.id
      const members = yield* membersIn(project_id, matching, readers, page)
      yield* capture(repository.replaceMembers(project_id, id, { after, until }, members))
      after = until
    }
  })

  /** Those that name the cohort go by the list of its members. */
  const follow = Effect.fnUntraced(function*({ id, project_id }: Cohort) {
    for (const cohort of namedBy(graphOf(yield* repository.all(project_id)), id)) {
      if (!cohort.deleted && isFound(cohort.cohort_type)) yield* ask(jobs, cohort)
    }
  })

  return Effect.fn("Cohorts.calculate")(function*(project: ProjectId, id: CohortId) {
    const cohort = Option.getOrUndefined(yield* repository.find(project, id))
    if (cohort === undefined || cohort.deleted || !isFound(cohort.cohort_type)) return
    yield* calculated(project, id, findMembers(cohort), cohort.version)
    if (cohort.cohort_type === "behavioral") yield* follow(cohort)
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
      for (const cohort of page) yield* ask(jobs, cohort)
      isLast = page.length < duePageSize
      after = page.at(-1)
    }
  })
)
