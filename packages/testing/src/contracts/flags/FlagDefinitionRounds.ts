import { assert, type Vitest } from "@effect/vitest"
import { UserRepository } from "@hedgerow/core/access/AccessRepository"
import { Membership } from "@hedgerow/core/access/Membership"
import { Projects } from "@hedgerow/core/access/Projects"
import { Users } from "@hedgerow/core/access/Users"
import { DefinitionsVersions } from "@hedgerow/core/caching/DefinitionsVersions"
import { Cohorts } from "@hedgerow/core/cohorts/Cohorts"
import type { DomainServices } from "@hedgerow/core/Domain"
import { nobody } from "@hedgerow/core/entities/References"
import type { FeatureFlagId } from "@hedgerow/core/evaluation/FeatureFlagId"
import type { FlagResults } from "@hedgerow/core/evaluation/FlagResult"
import { FeatureFlags } from "@hedgerow/core/flags/FeatureFlags"
import { FeatureFlagRepository } from "@hedgerow/core/flags/model/FeatureFlagRepository"
import { FlagReferences } from "@hedgerow/core/flags/model/FlagReferences"
import { FlagEvaluations } from "@hedgerow/core/flags/serving/FlagEvaluations"
import type { Project, ProjectId } from "@hedgerow/core/identity/Project"
import { GroupRepository } from "@hedgerow/core/persons/GroupRepository"
import { Transaction } from "@hedgerow/core/shared/Transaction"
import type { StoragePorts } from "@hedgerow/core/StoragePorts"
import { localBody } from "@hedgerow/http/flags/sdk/LocalBody"
import { Effect, Layer, type Scope } from "effect"
import { makeUser } from "../access/AccessWorld.ts"
import { makeProject } from "../fixtures.ts"

type Services = DomainServices | StoragePorts
type It = Vitest.MethodsNonLive<Services>
type Evaluations = FlagEvaluations["Service"]

/** Choices that a seed repeats. */
const makeDice = (seed: number) => {
  let state = seed
  const below = (limit: number): number => {
    state = (state + 0x6d2b79f5) | 0
    const mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    return Math.floor(((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296 * limit)
  }
  const oneOf = <A>(items: ReadonlyArray<A>): A | undefined => items[below(items.length)]
  return { below, oneOf }
}
type Dice = ReturnType<typeof makeDice>

const plans = ["free", "pro", "team", "2026-01-01", "5"]

const onPlan = (dice: Dice) => {
  const operator = dice.oneOf(["exact", "is_not", "icontains", "is_date_before"])
  return { key: "plan", type: "person", operator, value: operator?.includes("date") ? "2026-01-02" : dice.oneOf(plans) }
}

interface World {
  readonly project: Project
  readonly flags: Array<FeatureFlagId>
  readonly cohorts: Array<number>
  readonly experiments: Set<FeatureFlagId>
}

const conditionOf = (dice: Dice, { cohorts, flags }: World): object => {
  const cohort = dice.below(3) > 0 ? dice.oneOf(cohorts) : undefined
  if (cohort !== undefined) return { key: "id", type: "cohort", operator: dice.oneOf(["in", "not_in"]), value: cohort }
  const flag = dice.below(2) === 0 ? dice.oneOf(flags) : undefined
  if (flag === undefined) return onPlan(dice)
  return { key: String(flag), type: "flag", operator: "flag_evaluates_to", value: dice.below(2) === 0 }
}

const filtersOf = (dice: Dice, world: World): object => {
  const isOfGroup = dice.below(8) === 0
  const groups = Array.from({ length: 1 + dice.below(2) }, () => ({
    properties: isOfGroup ? [] : Array.from({ length: dice.below(3) }, () => conditionOf(dice, world)),
    rollout_percentage: dice.oneOf([100, 100, 50])
  }))
  return isOfGroup ? { groups, aggregation_group_type_index: dice.below(3) } : { groups }
}

const cohortBody = (dice: Dice, { cohorts }: World): object => {
  const inner = dice.below(2) === 0 ? dice.oneOf(cohorts) : undefined
  const leaf = inner === undefined ? onPlan(dice) : { key: "id", type: "cohort", value: inner }
  const values = dice.below(3) === 0 ? [leaf, onPlan(dice)] : [leaf]
  return {
    name: `cohort-${dice.below(1_000)}`,
    filters: { properties: { type: "OR", values: [{ type: dice.oneOf(["AND", "OR"]), values }] } }
  }
}

/** Random changes through the services; those that a rule refuses change nothing. */
const makeChanges = Effect.fnUntraced(function*(dice: Dice, world: World) {
  const flags = yield* FeatureFlags
  const cohorts = yield* Cohorts
  const projects = yield* Projects
  const groups = yield* GroupRepository
  const versions = yield* DefinitionsVersions
  const repository = yield* FeatureFlagRepository
  const { run } = yield* Transaction
  const { project } = world
  const user = yield* makeUser
  yield* (yield* UserRepository).addMembership(
    new Membership({ organization_id: project.organization_id, user_id: user.id, level: 15 })
  )
  const caller = yield* (yield* Users).callerOf(user.id)
  const editing = { project, actor: user }
  const patch = (body: object) =>
    Effect.suspend(() => {
      const id = dice.oneOf(world.flags)
      return id === undefined ? Effect.void : Effect.ignore(flags.patch(editing, id, body))
    })
  const patchCohort = (body: object) =>
    Effect.suspend(() => {
      const id = dice.oneOf(world.cohorts)
      return id === undefined ? Effect.void : Effect.ignore(cohorts.patch({ ...editing }, String(id), body))
    })

  const createFlag = () =>
    flags.create(editing, {
      key: `flag-${dice.below(20)}`,
      _should_create_usage_dashboard: false,
      filters: filtersOf(dice, world)
    }).pipe(Effect.tap(({ id }) => Effect.sync(() => world.flags.push(id))), Effect.ignore)
  const createCohort = () =>
    cohorts.create(editing, cohortBody(dice, world)).pipe(
      Effect.tap(({ id }) => Effect.sync(() => world.cohorts.push(id))),
      Effect.ignore
    )

  const changes: ReadonlyArray<() => Effect.Effect<unknown>> = [
    createFlag,
    createCohort,
    () => patch({ filters: filtersOf(dice, world) }),
    () => patch({ active: dice.below(3) > 0 }),
    () => patch({ key: `flag-${dice.below(20)}`, name: `Name ${dice.below(9)}` }),
    () => patch({ deleted: dice.below(4) === 0 }),
    () => patch({ tags: [`tag-${dice.below(3)}`], evaluation_runtime: dice.oneOf(["server", "client", "all"]) }),
    () => patch({ is_remote_configuration: dice.below(3) === 0, ensure_experience_continuity: dice.below(3) === 0 }),
    () => patchCohort(cohortBody(dice, world)),
    () => patchCohort({ deleted: dice.below(4) === 0 }),
    () => Effect.ignore(projects.patch(caller, project, { timezone: dice.oneOf(["UTC", "Asia/Tokyo", "Etc/GMT+11"]) })),
    () => run(Effect.andThen(groups.ensureTypes(project.id, [`type-${dice.below(4)}`]), versions.bump(project.id))),
    () => {
      const id = dice.oneOf(world.flags)
      if (id !== undefined && !world.experiments.delete(id)) world.experiments.add(id)
      return run(versions.bump(project.id))
    },
    () => {
      const key = `flag-${dice.below(20)}`
      return run(Effect.andThen(repository.markEnriched(project.id, [key]), versions.bump(project.id)))
    }
  ]
  for (let at = 0; at < 6; at++) yield* createCohort()
  for (let at = 0; at < 15; at++) yield* createFlag()
  return Effect.suspend(() => dice.oneOf(changes)?.() ?? Effect.void)
})

/** Evaluations that know nothing yet, over the storage at hand. */
const fresh = (world: World): Effect.Effect<Evaluations, never, Scope.Scope | Services> =>
  Layer.build(Layer.fresh(FlagEvaluations.layer)).pipe(
    Effect.flatMap((context) => Effect.provide(FlagEvaluations, context)),
    Effect.provide(FlagReferences.layer(Effect.map(nobody, (none) => ({
      EarlyAccessFeature: none,
      Experiment: { ...none, referred: () => Effect.sync(() => [...world.experiments]) },
      Survey: none
    }))))
  )

/** The same as another server would have. */
const elsewhere = (world: World): Effect.Effect<Evaluations, never, Scope.Scope | Services> =>
  Layer.build(Layer.fresh(DefinitionsVersions.layer)).pipe(
    Effect.flatMap((versions) => Effect.provide(fresh(world), versions))
  )

const subjects = [
  { distinctId: "ann", personProperties: { plan: "pro" } },
  { distinctId: "bob", personProperties: { plan: "2026-01-01T20:00:00Z" } },
  { distinctId: "cid", groups: { "type-0": "acme", "type-1": "acme", "type-2": "acme" } }
]

const answersOf = ({ flags }: FlagResults) =>
  Array.from(flags, ([key, { enabled, payload, reason, variant }]) => [key, enabled, variant, reason, payload])

const decoder = new TextDecoder()

/** Everything that clients can see of a project's definitions. */
const seen = Effect.fnUntraced(function*(evaluations: Evaluations, project: ProjectId) {
  const definitions = yield* evaluations.definitions(project)
  const bodies = yield* Effect.forEach(
    ["with cohorts", "without cohorts"] as const,
    (form) => localBody(definitions, form)
  )
  const answers = yield* Effect.forEach(subjects, (subject) => evaluations.evaluate(project, subject))
  return {
    bodies: bodies.map(({ bytes }) => decoder.decode(bytes)),
    hashes: bodies.map(({ hash }) => hash),
    events: bodies.map(({ event }) => decoder.decode(event)),
    answers: answers.map((results) => [answersOf(results), results.errorsWhileComputing]),
    flags: JSON.stringify(definitions.flags, (field, value: unknown) => field === "last_called_at" ? null : value)
  }
})

const makeWorld = Effect.map(makeProject, (project): World => ({
  project,
  flags: [],
  cohorts: [],
  experiments: new Set()
}))

const assertAsFresh = Effect.fnUntraced(function*(evaluations: Evaluations, world: World, when: string) {
  const expected = yield* Effect.scoped(Effect.flatMap(fresh(world), (cold) => seen(cold, world.project.id)))
  assert.deepStrictEqual(yield* seen(evaluations, world.project.id), expected, when)
  return expected
})

/** After each round of random changes, definitions that are kept up to date are those read from nothing. */
export const randomRounds = (it: It, rounds: number): void => {
  it.effect.each([1, 2, 3])(
    "after random changes, definitions are as if they were read from nothing: seed %i",
    (seed) =>
      Effect.scoped(Effect.gen(function*() {
        const world = yield* makeWorld
        const dice = makeDice(seed * 7_919)
        const change = yield* makeChanges(dice, world)
        const evaluations = yield* fresh(world)
        for (let round = 0; round < rounds; round++) {
          for (let at = dice.below(3); at >= 0; at--) yield* change
          yield* assertAsFresh(evaluations, world, `seed ${seed}, round ${round}`)
        }
        const other = yield* elsewhere(world)
        yield* seen(other, world.project.id)
        for (let at = 0; at < 10; at++) yield* change
        const expected = yield* assertAsFresh(evaluations, world, "at last")
        const isThere = Effect.map(
          seen(other, world.project.id),
          ({ hashes }) => hashes.join() === expected.hashes.join()
        )
        yield* Effect.repeat(Effect.andThen(Effect.sleep("20 millis"), isThere), { until: (is) => is, times: 200 })
        yield* assertAsFresh(other, world, "on another server")
      }))
  )
}

/** Definitions that are kept up to date are those that are read from nothing. */
export const suite = (it: It): void => {
  randomRounds(it, 20)

  it.effect.each(["chunks", "all", "inChunks"] as const)(
    "a change that is made while %s answers shows at the next look",
    (method) =>
      Effect.scoped(Effect.gen(function*() {
        const world = yield* makeWorld
        const repository = yield* FeatureFlagRepository
        const change = yield* makeChanges(makeDice(method.length), world)
        let isDue = false
        const meanwhile = <A>(read: Effect.Effect<A>): Effect.Effect<A> =>
          Effect.tap(read, () => {
            if (!isDue) return Effect.void
            isDue = false
            return Effect.forEach([1, 2, 3, 4, 5], () => change)
          })
        const one = <A>(name: typeof method, read: Effect.Effect<A>) => name === method ? meanwhile(read) : read
        const evaluations = yield* fresh(world).pipe(Effect.provideService(FeatureFlagRepository, {
          ...repository,
          chunks: (project) => one("chunks", repository.chunks(project)),
          all: (project) => one("all", repository.all(project)),
          inChunks: (project, parts) => one("inChunks", repository.inChunks(project, parts))
        }))
        for (let round = 0; round < 10; round++) {
          isDue = true
          yield* change
          yield* evaluations.definitions(world.project.id)
          isDue = false
          yield* assertAsFresh(evaluations, world, `round ${round}`)
        }
      }))
  )
}
