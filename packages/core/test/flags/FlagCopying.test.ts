import { assert, it } from "@effect/vitest"
import { ProjectRepository } from "@hedgerow/core/access/AccessRepository"
import { Projects } from "@hedgerow/core/access/Projects"
import { CohortRepository } from "@hedgerow/core/cohorts/CohortRepository"
import { Cohorts } from "@hedgerow/core/cohorts/Cohorts"
import { OrganizationFlags } from "@hedgerow/core/flags/copying/OrganizationFlags"
import { FeatureFlags } from "@hedgerow/core/flags/FeatureFlags"
import { FeatureFlagRepository } from "@hedgerow/core/flags/model/FeatureFlagRepository"
import { GroupRepository } from "@hedgerow/core/persons/GroupRepository"
import { Effect } from "effect"
import { layer, makeFlagWorld, onFlag, onPerson, when } from "./FlagWorld.ts"

const inCohort = (id: number) => ({ key: "id", type: "cohort", operator: "in", value: id })

const cohort = (name: string, ...values: ReadonlyArray<object>) => ({
  name,
  filters: { properties: { type: "OR", values: [{ type: "AND", values }] } }
})

/** A flag with a dependency, a nested cohort and a group condition, and two more projects. */
const makeCopyWorld = Effect.gen(function*() {
  const world = yield* makeFlagWorld
  const projects = yield* Projects
  const groups = yield* GroupRepository
  const organization = world.project.organization_id
  const one = yield* projects.create(world.caller, organization, { name: "One" })
  const two = yield* projects.create(world.caller, organization, { name: "Two" })
  yield* groups.ensureTypes(world.project.id, ["company", "team"])
  yield* groups.ensureTypes(one.id, ["team"])
  const inner = yield* (yield* Cohorts).create(world.editing, cohort("Inner", onPerson("@x.io", "icontains")))
  const outer = yield* (yield* Cohorts).create(world.editing, cohort("Outer", inCohort(inner.id)))
  const base = yield* world.create({ key: "base", filters: when(inCohort(outer.id)) })
  const flag = yield* world.create({
    key: "gate",
    tags: ["a"],
    filters: {
      groups: [
        { properties: [onFlag(base.id), inCohort(inner.id)], rollout_percentage: 50 },
        {
          properties: [{ key: "plan", type: "group", group_type_index: 1, value: "pro", operator: "exact" }],
          aggregation_group_type_index: 1
        }
      ]
    }
  })
  const { copyToProjects } = yield* FeatureFlags
  return {
    ...world,
    one,
    two,
    base,
    flag,
    inner,
    copy: (body: unknown) => copyToProjects(world.caller, world.project, flag.id, body)
  }
})

const flagsOf = Effect.fnUntraced(function*(project: Parameters<FeatureFlagRepository["Service"]["all"]>[0]) {
  return yield* (yield* FeatureFlagRepository).all(project)
})

it.effect("a flag is copied with its dependencies, under the ids of the other project", () =>
  Effect.gen(function*() {
    const { copy, entriesIn, flag, one } = yield* makeCopyWorld
    const [made] = yield* copy({ target_project_ids: [one.id], disable: true })
    assert.deepStrictEqual(made?.things.map(({ action, key, type }) => [type, action, key]), [
      ["cohort", "create", "Inner"],
      ["cohort", "create", "Outer"],
      ["feature_flag", "create", "base"],
      ["cohort", "unchanged", "Inner"],
      ["feature_flag", "create", "gate"]
    ])
    const [base, copied] = yield* flagsOf(one.id)
    const [inner, outer] = yield* (yield* CohortRepository).all(one.id)
    assert.deepStrictEqual(base?.filters, when(inCohort(outer?.id ?? 0)))
    assert.deepStrictEqual(JSON.stringify(outer?.filters).includes(`"value":${inner?.id}`), true)
    assert.deepStrictEqual(copied?.filters, {
      groups: [
        { properties: [onFlag(String(base?.id)), inCohort(inner?.id ?? 0)], rollout_percentage: 50 },
        {
          properties: [{ key: "plan", type: "group", group_type_index: 0, value: "pro", operator: "exact" }],
          aggregation_group_type_index: 0
        }
      ]
    })
    assert.deepStrictEqual([copied?.active, base?.active, copied?.tags, flag.active], [false, true, ["a"], true])
    assert.strictEqual(made?.flag_id, copied?.id)
    const activity = yield* entriesIn(one)
    assert.deepStrictEqual(activity.map((entry) => [entry.activity, entry.detail.name]), [
      ["created", "gate"],
      ["created", "base"]
    ])
  }).pipe(Effect.provide(layer)))

it.effect("a dry run reports the difference and changes nothing; a second copy changes the differing fields", () =>
  Effect.gen(function*() {
    const { copy, entriesIn, flag, one, patch, two } = yield* makeCopyWorld
    const targets = { target_project_ids: [two.id, one.id] }
    const dry = yield* copy({ ...targets, dry_run: true })
    assert.deepStrictEqual(dry.map(({ flag_id, project_id }) => [project_id, flag_id]), [[one.id, null], [
      two.id,
      null
    ]])
    assert.deepStrictEqual(dry[0]?.things.map(({ action, id, key }) => [action, key, id]), [
      ["create", "Inner", null],
      ["create", "Outer", null],
      ["create", "base", null],
      ["unchanged", "Inner", null],
      ["create", "gate", null]
    ])
    const [filtersOfBase, filtersOfGate] = dry[0]?.things.flatMap(({ changes }) =>
      changes.flatMap(({ after, field }) =>
        field === "filters" ? [after] : []
      )
    ) ?? []
    const noCohort = { key: "id", type: "cohort", operator: "in", value: null }
    assert.deepStrictEqual<unknown>(filtersOfBase, when(noCohort))
    assert.deepNestedInclude(filtersOfGate, { "groups[0].properties": [{ ...onFlag("0"), key: null }, noCohort] })
    assert.deepStrictEqual([yield* flagsOf(one.id), yield* flagsOf(two.id)], [[], []])
    assert.deepStrictEqual(yield* (yield* CohortRepository).all(one.id), [])
    assert.strictEqual((yield* (yield* GroupRepository).types(two.id)).size, 0)

    yield* copy(targets)
    const again = yield* copy(targets)
    assert.isTrue(again.every(({ things }) => things.every(({ action }) => action === "unchanged")))
    yield* patch(flag.id, { name: "New" })
    const [differs] = yield* copy({ ...targets, dry_run: true })
    const last = differs?.things.at(-1)
    assert.deepStrictEqual(
      [last?.action, last?.changes.map(({ after, before, field }) => [field, before, after])],
      ["update", [["name", "", "New"]]]
    )
    yield* copy(targets)
    const [, copied] = yield* flagsOf(two.id)
    assert.deepStrictEqual([copied?.name, copied?.version], ["New", 2])
    assert.strictEqual((yield* entriesIn(two))[0]?.activity, "updated")
  }).pipe(Effect.provide(layer)))

it.effect("one project that refuses keeps all of them as they were, and is named", () =>
  Effect.gen(function*() {
    const { caller, copy, editing, one, project, two } = yield* makeCopyWorld
    const flags = yield* FeatureFlags
    yield* flags.create({ ...editing, project: two }, { key: "gate" })
    const clash = yield* Effect.flip(copy({ target_project_ids: [one.id, two.id], on_conflict: "fail" }))
    assert.strictEqual(clash.message, `Project ${two.id}: There is already a feature flag with this key.`)
    assert.deepStrictEqual(yield* flagsOf(one.id), [])

    const organization = project.organization_id
    const projects = yield* ProjectRepository
    const foreign = yield* projects.insert({
      ...one,
      uuid: two.uuid,
      organization_id: organization.replace(/^./, "f") as typeof organization,
      api_token: "phc_foreign" as typeof one.api_token
    })
    for (const id of [foreign.id, 4000]) {
      const refused = yield* Effect.flip(copy({ target_project_ids: [one.id, id] }))
      assert.deepStrictEqual([refused._tag, refused.message], [
        "FlagCopyRefused",
        `You don't have write access to the project ${id}.`
      ])
    }
    const [flag] = yield* flagsOf(project.id)
    const reader = { ...caller, scopes: ["feature_flag:read"] }
    const scoped = yield* Effect.flip(
      flags.copyToProjects(reader, project, flag?.id ?? editing.project.id as never, { target_project_ids: [one.id] })
    )
    assert.strictEqual(scoped._tag, "FlagCopyRefused")
    const own = yield* Effect.flip(copy({ target_project_ids: [project.id] }))
    assert.strictEqual(own.message, "A flag cannot be copied into its own project.")
    assert.deepStrictEqual(yield* flagsOf(one.id), [])
  }).pipe(Effect.provide(layer)))

it.effect("misspelt options of a copy are refused, and nothing is copied", () =>
  Effect.gen(function*() {
    const { caller, copy, one, project } = yield* makeCopyWorld
    const { copy: copyOver } = yield* OrganizationFlags
    for (const name of ["disabled", "disable_copied_flag", "Disable", "dryRun", "on_conflicts", "dry_runs"]) {
      const error = yield* Effect.flip(copy({ target_project_ids: [one.id], [name]: true }))
      assert.deepStrictEqual(error._tag === "InvalidInput" && error.issues.map(({ path }) => path), [[name]])
    }
    const over = { feature_flag_key: "gate", from_project: project.id, target_project_ids: [one.id] }
    for (const name of ["disable_copied_flags", "disable", "disableCopiedFlag", "copy_schedules"]) {
      const error = yield* Effect.flip(copyOver(caller, project.organization_id, { ...over, [name]: true }))
      assert.deepStrictEqual(error.issues.map(({ path }) => path), [[name]])
    }
    assert.lengthOf(yield* flagsOf(one.id), 0)
  }).pipe(Effect.provide(layer)))
