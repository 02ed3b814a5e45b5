import { DateTime, Duration, Effect, Option, RcMap, Semaphore, Stream } from "effect"
import type { CohortId } from "../../cohorts/Cohort.ts"
import { CohortRepository } from "../../cohorts/CohortRepository.ts"
import { evaluateFlags } from "../../evaluation/EvaluateFlags.ts"
import { needs } from "../../evaluation/EvaluationNeeds.ts"
import { filterInSlices } from "../../evaluation/InSlices.ts"
import { overlayPersonProperties } from "../../evaluation/PersonProperties.ts"
import { conditionMatcher, type SubjectMatcher } from "../../evaluation/SubjectMatcher.ts"
import type { GroupTypeIndex } from "../../events/GroupTypeIndex.ts"
import type { ProjectId } from "../../identity/Project.ts"
import type { Group } from "../../persons/Group.ts"
import { GroupRepository } from "../../persons/GroupRepository.ts"
import { type KnownPerson, PersonRepository } from "../../persons/PersonRepository.ts"
import type { JsonRecord } from "../../shared/JsonRecord.ts"
import type { Uuid } from "../../shared/Uuid.ts"
import { FlagAudienceTimedOut } from "../model/FeatureFlagErrors.ts"
import type { FlagDefinitions } from "../serving/FlagDefinitions.ts"
import { HashKeyRepository } from "../serving/HashKeyRepository.ts"

/** The part of a flag's condition that selects its audience. */
export interface AffectedCondition {
  readonly properties: ReadonlyArray<JsonRecord>
  /** The type of the groups it is about; null for persons. */
  readonly groupTypeIndex: GroupTypeIndex | null
}

/** The number of affected persons or groups of a project, and of all. */
export interface Affected {
  readonly affected: number
  readonly total: number
}

/** At most this many persons or groups are read at once; other work runs in between. */
const pageSize = 1_000

/** The longest time of a count, with its wait for a slot. */
const maxSeconds = 30

const noCohorts: ReadonlySet<number> = new Set()

/** Goes through all of something, part by part. */
const pagesOf = <A, K>(
  read: (after: K | undefined) => Effect.Effect<ReadonlyArray<A>>,
  keyOf: (item: A) => K
): Stream.Stream<ReadonlyArray<A>> =>
  Stream.paginate(
    undefined as K | undefined,
    Effect.fnUntraced(function*(after: K | undefined) {
      const page = yield* read(after)
      yield* Effect.yieldNow
      const last = page.at(-1)
      const next = last === undefined || page.length < pageSize
        ? Option.none<K | undefined>()
        : Option.some(keyOf(last))
      return [[page], next] as const
    })
  )

/** Makes the counts of one project one by one, on this server, and gives up one that takes too long. */
const makeCounting = Effect.map(
  RcMap.make<ProjectId, Semaphore.Semaphore, never, never>({ lookup: () => Semaphore.make(1) }),
  (turns) => <A>(project: ProjectId, count: Effect.Effect<A>): Effect.Effect<A, FlagAudienceTimedOut> =>
    RcMap.get(turns, project).pipe(
      Effect.flatMap((turn) => turn.withPermits(1)(count)),
      Effect.scoped,
      Effect.timeoutOrElse({
        duration: Duration.seconds(maxSeconds),
        orElse: () => Effect.fail(new FlagAudienceTimedOut({ seconds: maxSeconds }))
      })
    )
)

/** Returns the effect of a flag or a condition on all users, by the evaluator that answers for one. */
export const makeFlagAudience = Effect.fnUntraced(
  function*(definitionsOf: (project: ProjectId) => Effect.Effect<FlagDefinitions>) {
    const persons = yield* PersonRepository
    const groups = yield* GroupRepository
    const cohorts = yield* CohortRepository
    const hashKeys = yield* HashKeyRepository
    const counting = yield* makeCounting

    const personPages = (project: ProjectId) =>
      pagesOf((after: Uuid | undefined) => persons.page(project, after, pageSize), ({ person }) => person.id)

    const membershipsIn = (project: ProjectId, page: ReadonlyArray<KnownPerson>, ids: Iterable<number>) =>
      cohorts.membershipsOfAll(
        project,
        page.map(({ person }) => person.id),
        Array.from(ids, (id) => id as CohortId)
      )

    const countPersons = (project: ProjectId, matcher: SubjectMatcher) =>
      Stream.runFoldEffect(
        personPages(project),
        () => 0,
        Effect.fnUntraced(function*(count, page) {
          const memberships = yield* membershipsIn(project, page, matcher.staticCohorts)
          const now = yield* DateTime.now
          const matches = ({ distinctIds: [identifier = ""], person }: KnownPerson): boolean =>
            matcher.matches({
              identifier,
              properties: person.properties,
              staticCohorts: memberships.get(person.id) ?? noCohorts,
              now
            })
          const matching = yield* filterInSlices(page, matches, matcher.spent)
          return count + matching.length
        })
      )

    const countGroups = (project: ProjectId, index: GroupTypeIndex, matcher: SubjectMatcher) =>
      Stream.runFoldEffect(
        pagesOf((after: string | undefined) => groups.page(project, index, after, pageSize), (one) => one.group_key),
        () => 0,
        Effect.fnUntraced(function*(count, page) {
          const now = yield* DateTime.now
          const matches = ({ group_key, properties }: Group): boolean =>
            matcher.matches({ identifier: group_key, properties, staticCohorts: noCohorts, now })
          const matching = yield* filterInSlices(page, matches, matcher.spent)
          return count + matching.length
        })
      )

    const matching = Effect.fn("FlagEvaluations.matching")(
      function*(project: ProjectId, { groupTypeIndex, properties }: AffectedCondition) {
        const { compiled: { sources } } = yield* definitionsOf(project)
        const total = yield* groupTypeIndex === null ? persons.count(project) : groups.count(project, groupTypeIndex)
        if (properties.length === 0) return { affected: total, total }
        const matcher = conditionMatcher(properties, sources, groupTypeIndex === null ? "person" : "group")
        const count = groupTypeIndex === null
          ? countPersons(project, matcher)
          : countGroups(project, groupTypeIndex, matcher)
        const affected = yield* counting(project, count)
        return { affected: Math.min(affected, total), total }
      }
    )

    const membersIn = Effect.fnUntraced(
      function*({ compiled, project: { id } }: FlagDefinitions, key: string, page: ReadonlyArray<KnownPerson>) {
        const selection = { flagKeys: [key] }
        const needed = needs(compiled, selection.flagKeys)
        const ids = page.map(({ person }) => person.id)
        const memberships = yield* membershipsIn(id, page, needed.staticCohorts)
        const kept = Map.groupBy(needed.hashKeys ? yield* hashKeys.find(id, ids) : [], ({ personId }) => personId)
        const now = yield* DateTime.now
        let spent = 0
        const isOn = ({ distinctIds: [distinctId = ""], person }: KnownPerson): boolean => {
          const { flags, work } = evaluateFlags(compiled, {
            distinctId,
            groups: {},
            personProperties: overlayPersonProperties(person.properties, {}),
            groupProperties: {},
            hashKeys: new Map(kept.get(person.id)?.map(({ flagKey, hashKey }) => [flagKey, hashKey])),
            staticCohorts: memberships.get(person.id) ?? noCohorts,
            now,
            selection
          })
          spent += work
          return flags.get(key)?.enabled === true
        }
        return (yield* filterInSlices(page, isOn, () => spent)).map(({ person }) => person.id)
      }
    )

    const membersOf = (project: ProjectId, key: string): Stream.Stream<ReadonlyArray<Uuid>> =>
      Stream.unwrap(Effect.map(definitionsOf(project), (definitions) => {
        const isOn = definitions.flags.some((flag) => flag.key === key && flag.active)
        if (!isOn) return Stream.empty
        return Stream.mapEffect(personPages(project), (page) => membersIn(definitions, key, page))
      }))

    return { matching, membersOf }
  }
)
