import { assert, type Vitest } from "@effect/vitest"
import { UserRepository } from "@hedgerow/core/access/AccessRepository"
import { ProjectRepository } from "@hedgerow/core/access/AccessRepository"
import { Membership } from "@hedgerow/core/access/Membership"
import { Users } from "@hedgerow/core/access/Users"
import { ActivityLog } from "@hedgerow/core/activity/ActivityLog"
import { DefinitionsVersions } from "@hedgerow/core/caching/DefinitionsVersions"
import type { DomainServices } from "@hedgerow/core/Domain"
import type { FeatureFlagId } from "@hedgerow/core/evaluation/FeatureFlagId"
import { dependenciesOf } from "@hedgerow/core/evaluation/FlagConditions"
import { FeatureFlags } from "@hedgerow/core/flags/FeatureFlags"
import { FeatureFlagRepository } from "@hedgerow/core/flags/model/FeatureFlagRepository"
import { flagByKey } from "@hedgerow/core/flags/model/FlagFilter"
import type { StoragePorts } from "@hedgerow/core/StoragePorts"
import { Effect, Exit, Option } from "effect"
import { makeUser } from "../access/AccessWorld.ts"
import { makeProject, projectFields } from "../fixtures.ts"
import { all } from "./FlagFixtures.ts"

type It = Vitest.MethodsNonLive<DomainServices | StoragePorts>

const unbounded = { concurrency: "unbounded" } as const

const on = (id: FeatureFlagId) => ({
  groups: [{ properties: [{ key: String(id), type: "flag", operator: "flag_evaluates_to", value: true }] }]
})

/** A new project and an owner of it who edits flags there. */
const makeWorld = Effect.gen(function*() {
  const project = yield* makeProject
  const user = yield* makeUser
  yield* (yield* UserRepository).addMembership(
    new Membership({ organization_id: project.organization_id, user_id: user.id, level: 15 })
  )
  const caller = yield* (yield* Users).callerOf(user.id)
  const editing = { project, actor: user }
  const flags = yield* FeatureFlags
  const log = yield* ActivityLog
  const entries = (id: FeatureFlagId) =>
    Effect.map(log.list({ project: project.id, scope: "FeatureFlag", itemId: String(id) }, all), ({ items }) => items)
  return { project, caller, editing, flags, entries }
})

/** Changes of flags as services make them, also when many do at once. */
export const suite = (it: It): void => {
  it.effect("of many changes at once none is lost, and each leaves one entry and one version", () =>
    Effect.gen(function*() {
      const { editing, entries, flags, project } = yield* makeWorld
      const versions = yield* DefinitionsVersions
      const notes = Array.from({ length: 25 }, (_, at): [name: string, note: number] => [`note-${at}`, at + 1])
      const blank = Object.fromEntries(notes.map(([name]) => [name, 0]))
      const flag = yield* flags.create(editing, { key: "gate", filters: { groups: [], ...blank } })
      const before = yield* versions.current(project.id)
      const change = ([name, note]: [string, number]) => flags.patch(editing, flag.id, { filters: { [name]: note } })
      yield* Effect.all(notes.map(change), unbounded)
      const after = yield* flags.find(project.id, flag.id)
      assert.strictEqual(after.version, 26)
      assert.deepStrictEqual(after.filters, { groups: [], ...Object.fromEntries(notes) })
      assert.strictEqual(yield* versions.current(project.id), before + 25)
      const updates = (yield* entries(flag.id)).filter(({ activity }) => activity === "updated")
      const reached = updates.map(({ detail }) => detail.changes?.find(({ field }) => field === "version")?.after)
      assert.deepStrictEqual(
        reached.toSorted((a, b) => Number(a) - Number(b)),
        Array.from({ length: 25 }, (_, i) => i + 2)
      )
      assert.isTrue(updates.every(({ detail }) => detail.changes?.length === 2))
    }))

  it.effect("of many changes that name the version they are based on, one goes through", () =>
    Effect.gen(function*() {
      const { editing, entries, flags } = yield* makeWorld
      const flag = yield* flags.create(editing, { key: "gate", name: "a" })
      const change = (at: number) =>
        Effect.exit(flags.patch(editing, flag.id, { name: `b${at}`, version: 1, original_flag: { name: "a" } }))
      const exits = yield* Effect.all(Array.from({ length: 25 }, (_, at) => change(at)), unbounded)
      assert.strictEqual(exits.filter(Exit.isSuccess).length, 1)
      assert.strictEqual((yield* entries(flag.id)).length, 2)
      const named = (at: number) => Effect.exit(flags.patch(editing, flag.id, { name: `c${at}` }, 2))
      const others = yield* Effect.all(Array.from({ length: 25 }, (_, at) => named(at)), unbounded)
      assert.strictEqual(others.filter(Exit.isSuccess).length, 1)
    }))

  it.effect("flags that are made to depend on each other at once never form a circle", () =>
    Effect.gen(function*() {
      const { editing, flags, project } = yield* makeWorld
      const made = yield* Effect.forEach(["a", "b", "c"], (key) => flags.create(editing, { key }))
      const changes = made.map(({ id }, index) =>
        Effect.exit(flags.patch(editing, id, { filters: on((made[(index + 1) % 3] ?? made[0] ?? { id }).id) }))
      )
      const exits = yield* Effect.all(changes, unbounded)
      assert.strictEqual(exits.filter(Exit.isSuccess).length, 2)
      const stored = yield* (yield* FeatureFlagRepository).all(project.id)
      assert.strictEqual(stored.flatMap(({ filters }) => dependenciesOf(filters)).length, 2)
    }))

  it.effect("a flag is not disabled while another one begins to depend on it", () =>
    Effect.gen(function*() {
      const { editing, flags } = yield* makeWorld
      for (let round = 0; round < 5; round++) {
        const base = yield* flags.create(editing, { key: `base-${round}` })
        const exits = yield* Effect.all([
          Effect.exit(flags.patch(editing, base.id, { active: false })),
          Effect.exit(flags.create(editing, { key: `child-${round}`, filters: on(base.id) }))
        ], unbounded)
        assert.strictEqual(exits.filter(Exit.isSuccess).length, 1)
      }
    }))

  it.effect("a key that many ask for at once is given to one, with one dashboard and one entry", () =>
    Effect.gen(function*() {
      const { editing, flags, project } = yield* makeWorld
      const create = Effect.exit(flags.create(editing, { key: "gate" }))
      const exits = yield* Effect.all(Array.from({ length: 10 }, () => create), unbounded)
      assert.strictEqual(exits.filter(Exit.isSuccess).length, 1)
      const activity = yield* ActivityLog
      const count = (scope: string) =>
        Effect.map(activity.list({ project: project.id, scope }, all), (page) => page.count)
      assert.deepStrictEqual([yield* count("FeatureFlag"), yield* count("Dashboard")], [1, 1])
    }))

  it.effect("copying into several projects is all or nothing, and a dry run is nothing", () =>
    Effect.gen(function*() {
      const { caller, editing, flags, project } = yield* makeWorld
      const projects = yield* ProjectRepository
      const repository = yield* FeatureFlagRepository
      const one = yield* projects.insert(yield* projectFields(project.organization_id))
      const two = yield* projects.insert(yield* projectFields(project.organization_id))
      const base = yield* flags.create(editing, { key: "base" })
      const flag = yield* flags.create(editing, { key: "gate", filters: on(base.id) })
      const keysOf = (id: typeof one.id) => Effect.map(repository.all(id), (found) => found.map(({ key }) => key))
      const copy = (body: object) =>
        flags.copyToProjects(caller, project, flag.id, { target_project_ids: [one.id, two.id], ...body })
      yield* flags.create({ ...editing, project: two }, { key: "gate" })
      assert.strictEqual((yield* copy({ dry_run: true })).length, 2)
      assert.deepStrictEqual([yield* keysOf(one.id), yield* keysOf(two.id)], [[], ["gate"]])
      assert.strictEqual((yield* Effect.flip(copy({ on_conflict: "fail" })))._tag, "InvalidInput")
      assert.deepStrictEqual([yield* keysOf(one.id), yield* keysOf(two.id)], [[], ["gate"]])
      yield* copy({})
      assert.deepStrictEqual([yield* keysOf(one.id), yield* keysOf(two.id)], [["base", "gate"], ["gate", "base"]])
      const [copied] = yield* repository.findMany(two.id, [(yield* repository.all(two.id))[0]?.id ?? flag.id])
      const target = Option.getOrUndefined(yield* repository.first(two.id, flagByKey("base")))
      assert.deepStrictEqual(dependenciesOf(copied?.filters ?? {}), target === undefined ? [] : [target.id])
    }))
}
