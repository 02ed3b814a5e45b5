import { assert, it } from "@effect/vitest"
import { ProjectRepository, UserRepository } from "@hedgerow/core/access/AccessRepository"
import { Membership } from "@hedgerow/core/access/Membership"
import { Users } from "@hedgerow/core/access/Users"
import { FeatureFlags } from "@hedgerow/core/flags/FeatureFlags"
import { FeatureFlagRepository } from "@hedgerow/core/flags/model/FeatureFlagRepository"
import { nextRun } from "@hedgerow/core/flags/scheduling/Recurrence"
import type { ScheduledChange } from "@hedgerow/core/flags/scheduling/ScheduledChange"
import { ScheduledChangeRepository } from "@hedgerow/core/flags/scheduling/ScheduledChangeRepository"
import { maxPending, ScheduledChanges } from "@hedgerow/core/flags/scheduling/ScheduledChanges"
import { OutboxSettings } from "@hedgerow/core/outbox/OutboxSettings"
import * as Workers from "@hedgerow/core/Workers"
import { DateTime, Effect, Exit, Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import { layer, makeFlagWorld, onFlag, onPerson, when } from "./FlagWorld.ts"

const noon = DateTime.makeUnsafe("2026-03-01T12:00:00Z")
const at = (iso: string) => DateTime.makeUnsafe(iso)

/** The services at noon of the first of March. */
const atNoon = layer.pipe(
  Layer.provideMerge(Layer.effectDiscard(TestClock.setTime(DateTime.toEpochMillis(noon))))
)

/** The workers begin then too, or the jobs of every day since 1970 would run first. */
const world = Workers.layer.pipe(Layer.provide(OutboxSettings.withoutPolls), Layer.provideMerge(atNoon))

/** A project at noon of the first of March, with its flags' plans. */
const makePlanWorld = Effect.gen(function*() {
  const flags = yield* makeFlagWorld
  const scheduled = yield* ScheduledChanges
  const repository = yield* ScheduledChangeRepository
  const { project } = flags
  const flag = yield* flags.create({ key: "gate", active: false, _should_create_usage_dashboard: false })
  const body = (fields: object) => ({
    record_id: flag.id,
    model_name: "FeatureFlag",
    payload: { operation: "update_status", value: true },
    scheduled_at: "2026-03-01T13:00:00Z",
    ...fields
  })
  const find = ({ id }: ScheduledChange) =>
    Effect.map(repository.find(project.id, id), (found) => Option.getOrThrow(found))
  return {
    ...flags,
    flag,
    scheduled,
    body,
    find,
    plan: (fields: object = {}) => scheduled.create(flags.editing, body(fields)),
    /** Lets the worker take what is new before the clock jumps, and end what became due. */
    pass: (time: Parameters<typeof TestClock.adjust>[0]) =>
      TestClock.adjust(0).pipe(Effect.andThen(TestClock.adjust(time)), Effect.andThen(TestClock.adjust(0))),
    now: Effect.flatMap(FeatureFlags, (service) => service.find(project.id, flag.id))
  }
})

const inWorld = <A, E>(test: Effect.Effect<A, E, Layer.Success<typeof world>>) => Effect.provide(test, world)

const timeOf = (time: DateTime.Utc | null) => time === null ? null : DateTime.formatIso(time)

it.effect("a plan is applied at its time, with the flag's activity, as who made it", () =>
  inWorld(Effect.gen(function*() {
    const { caller, entries, find, flag, now, pass, plan } = yield* makePlanWorld
    const made = yield* plan()
    yield* pass("59 minutes")
    assert.isFalse((yield* now).active)
    yield* pass("1 minute")
    assert.isTrue((yield* now).active)
    const done = yield* find(made)
    assert.deepStrictEqual([timeOf(done.executed_at), done.failure_reason], ["2026-03-01T13:00:00.000Z", null])
    const [entry, ...before] = yield* entries(flag.id)
    assert.strictEqual(before.length, 1)
    assert.deepInclude(entry, { activity: "updated" })
    assert.strictEqual(entry?.user?.id, caller.user.id)
    assert.deepStrictEqual(entry?.detail.trigger, {
      job_type: "scheduled_change",
      job_id: String(made.id),
      payload: { operation: "update_status" }
    })
    yield* pass("10 days")
    assert.strictEqual((yield* now).version, 2)
  })))

it.effect("conditions are added and variants replaced, by the flag as it is then", () =>
  inWorld(Effect.gen(function*() {
    const { flag, now, pass, patch, plan } = yield* makePlanWorld
    yield* patch(flag.id, { filters: when(onPerson("a")), active: true })
    const condition = { properties: [onPerson("b")], rollout_percentage: 25 }
    yield* plan({ payload: { operation: "add_release_condition", value: { groups: [condition] } } })
    const variants = [{ key: "x", rollout_percentage: 100 }]
    yield* plan({
      scheduled_at: "2026-03-01T14:00:00+00:00",
      payload: { operation: "update_variants", value: { variants, payloads: { x: "1" } } }
    })
    yield* patch(flag.id, { filters: when(onPerson("meanwhile")) })
    yield* pass("2 hours")
    assert.deepStrictEqual((yield* now).filters, {
      groups: [...when(onPerson("meanwhile")).groups, condition],
      multivariate: { variants },
      payloads: { x: "1" }
    })
  })))

it.effect("a payload that the flag would refuse is refused when it is planned, with its place", () =>
  inWorld(Effect.gen(function*() {
    const { body, create, editing, flag, now, scheduled } = yield* makePlanWorld
    const secret = yield* create({
      key: "secret",
      is_remote_configuration: true,
      has_encrypted_payloads: true,
      filters: { payloads: { true: "1" } }
    })
    const variants = (rollout_percentage: number) => [{ key: "x", rollout_percentage }]
    const bad = { properties: [onPerson("(", "regex")] }
    const payload = (operation: unknown, value: unknown) => ({ payload: { operation, value } })
    const cases: ReadonlyArray<readonly [fields: object, path: string, code: string]> = [
      [{ record_id: "999999" }, "record_id", "does_not_exist"],
      [{ record_id: "gate" }, "record_id", "does_not_exist"],
      [{ record_id: null }, "record_id", "null"],
      [{ model_name: "Survey" }, "model_name", "invalid_choice"],
      [{ payload: [] }, "payload", "not_a_dict"],
      [{ payload: {} }, "payload.operation", "required"],
      [payload("delete", true), "payload.operation", "invalid_choice"],
      [payload("update_status", "perhaps"), "payload.value", "invalid_input"],
      [payload("update_status", undefined), "payload.value", "required"],
      [payload("add_release_condition", true), "payload.value", "not_a_dict"],
      [payload("add_release_condition", {}), "payload.value.groups", "required"],
      [payload("add_release_condition", { groups: [] }), "payload.value.groups", "empty"],
      [payload("add_release_condition", { groups: [{}, bad] }), "payload.value.groups.1.properties.0.value", ""],
      [payload("update_variants", {}), "payload.value.variants", "required"],
      [payload("update_variants", { variants: variants(50) }), "payload.value.variants", ""],
      [payload("update_variants", { variants: variants(100), payloads: { y: "1" } }), "payload.value.payloads.y", ""],
      [
        { record_id: secret.id, ...payload("add_release_condition", { groups: [{}], payloads: { true: "hush" } }) },
        "payload.value.payloads",
        "invalid_input"
      ],
      [{ scheduled_at: "2026-03-01T12:00:00Z" }, "scheduled_at", "invalid_input"],
      [{ scheduled_at: "soon" }, "scheduled_at", "invalid_input"],
      [{ scheduled_at: "2026-02-30T25:00:00Z" }, "scheduled_at", "invalid_input"],
      [{ scheduled_at: "2999-02-30T00:00:00Z" }, "scheduled_at", "invalid_input"],
      [{ scheduled_at: "2027-02-29 10:00" }, "scheduled_at", "invalid_input"],
      [{ end_date: "2999-04-31T00:00:00+02:00" }, "end_date", "invalid_input"],
      [{ is_recuring: true }, "is_recuring", "extra_forbidden"],
      [{ cron: "0 9 * * *" }, "cron", "extra_forbidden"],
      [{ payload: { operation: "update_status", value: true, valeu: 1 } }, "payload.valeu", "extra_forbidden"],
      [
        payload("update_variants", { variants: variants(100), payload: { x: "1" } }),
        "payload.value.payload",
        "extra_forbidden"
      ],
      [
        payload("add_release_condition", { groups: [{}], conditions: [] }),
        "payload.value.conditions",
        "extra_forbidden"
      ],
      [
        payload("add_release_condition", { groups: [{ segments: ["a"] }] }),
        "payload.value.groups.0.segments",
        "extra_forbidden"
      ],
      [{ end_date: "2026-03-01T13:00:00Z" }, "end_date", "invalid_input"],
      [{ is_recurring: true }, "recurrence_interval", "invalid_input"],
      [{ recurrence_interval: "daily" }, "recurrence_interval", "invalid_input"],
      [{ recurrence_interval: "hourly" }, "recurrence_interval", "invalid_choice"],
      [{ cron_expression: "0 9 * * *" }, "cron_expression", "invalid_input"],
      [{ is_recurring: true, cron_expression: "0 0 9 * * *" }, "cron_expression", "invalid_input"],
      [{ is_recurring: true, cron_expression: "61 9 * * *" }, "cron_expression", "invalid_input"],
      [{ is_recurring: true, cron_expression: "0 0 30 2 *" }, "cron_expression", "invalid_input"],
      [
        { is_recurring: true, cron_expression: "0 9 * * *", recurrence_interval: "daily" },
        "cron_expression",
        "invalid_input"
      ],
      [
        {
          is_recurring: true,
          recurrence_interval: "daily",
          ...payload("add_release_condition", { groups: [{ rollout_percentage: 1 }] })
        },
        "payload",
        "invalid_input"
      ]
    ]
    for (const [fields, path, code] of cases) {
      const error = yield* Effect.flip(scheduled.create(editing, body(fields)))
      assert(error._tag === "InvalidInput", JSON.stringify(fields))
      assert.strictEqual(error.issues[0].path.join("."), path, JSON.stringify(fields))
      if (code !== "") assert.strictEqual(error.issues[0].code, code, JSON.stringify(fields))
    }
    assert.strictEqual((yield* now).version, flag.version)
    assert.strictEqual((yield* scheduled.list(flag.project_id, {}, { limit: 10, offset: 0 })).count, 0)
  })))

it.effect("a plan that has become impossible fails with its reason, and changes nothing", () =>
  inWorld(Effect.gen(function*() {
    const { create, find, flag, now, pass, patch, plan, project, scheduled } = yield* makePlanWorld
    const users = yield* Users
    const repository = yield* UserRepository
    const newUser = (name: string) =>
      Effect.gen(function*() {
        const user = yield* users.create({ email: `${name}@example.com` })
        const membership = { organization_id: project.organization_id, user_id: user.id, level: 1 as const }
        yield* repository.addMembership(new Membership(membership))
        return user
      })
    const retired = yield* newUser("retired")
    const moved = yield* newUser("moved")
    const body = {
      record_id: String(flag.id),
      model_name: "FeatureFlag",
      payload: { operation: "update_status", value: true },
      scheduled_at: "2026-03-01T13:00:00Z"
    }
    const ofRetired = yield* scheduled.create({ project, actor: retired }, body)
    const ofMoved = yield* scheduled.create({ project, actor: moved }, body)
    yield* users.setActive(retired.id, false)
    yield* repository.removeMembership(project.organization_id, moved.id)
    const ofBroken = yield* plan({
      scheduled_at: "2026-03-01T14:00:00Z",
      payload: { operation: "update_status", value: false }
    })
    yield* pass("1 hour")
    yield* patch(flag.id, { active: true })
    const child = yield* create({ key: "child", filters: when(onFlag(flag.id)) })
    yield* pass("1 hour")
    yield* patch(child.id, { active: false })
    const ofDeleted = yield* plan({ scheduled_at: "2026-03-01T15:00:00Z" })
    yield* patch(flag.id, { deleted: true })
    const { version } = yield* now
    yield* pass("1 hour")
    const reasons: Array<string | null> = []
    for (const change of [ofRetired, ofMoved, ofDeleted]) {
      const over = yield* find(change)
      assert.isNotNull(over.executed_at)
      reasons.push(over.failure_reason)
    }
    assert.deepStrictEqual(reasons, [
      "The user who scheduled this change is gone or no longer active.",
      "The user who scheduled this change may no longer change the flags of this project.",
      "Feature flag not found"
    ])
    const broken = (yield* find(ofBroken)).failure_reason ?? ""
    assert.include(broken, "Cannot disable this feature flag because other flags depend on it: child")
    assert.strictEqual((yield* now).version, version)
    assert.isTrue((yield* now).active)
  })))

it.effect("one that repeats is applied again and again until its end, and rests while it is paused", () =>
  inWorld(Effect.gen(function*() {
    const { editing, find, flag, now, pass, patch, plan, scheduled } = yield* makePlanWorld
    const made = yield* plan({ is_recurring: true, recurrence_interval: "daily", end_date: "2026-03-05T12:00:00Z" })
    const id = String(made.id)
    yield* pass("1 hour")
    const first = yield* find(made)
    assert.deepStrictEqual([first.executed_at, timeOf(first.last_executed_at), timeOf(first.scheduled_at)], [
      null,
      "2026-03-01T13:00:00.000Z",
      "2026-03-02T13:00:00.000Z"
    ])
    yield* patch(flag.id, { active: false })
    yield* pass("1 day")
    assert.isTrue((yield* now).active)

    yield* scheduled.patch(editing, id, { is_recurring: false })
    yield* patch(flag.id, { active: false })
    yield* pass("36 hours")
    assert.isFalse((yield* now).active)
    const resumed = yield* scheduled.patch(editing, id, { is_recurring: true })
    assert.strictEqual(timeOf(resumed.scheduled_at), "2026-03-04T13:00:00.000Z")
    yield* pass("12 hours")
    assert.isTrue((yield* now).active)
    const last = yield* find(made)
    assert.strictEqual(timeOf(last.executed_at), "2026-03-04T13:00:00.000Z")
    const { version } = yield* now
    yield* pass("3 days")
    assert.strictEqual((yield* now).version, version)
    const error = yield* Effect.flip(scheduled.patch(editing, id, { is_recurring: true }))
    assert.include(error.message, "already executed")
  })))

it.effect("a paused plan whose time has passed does not become one that is applied at once", () =>
  inWorld(Effect.gen(function*() {
    const { body, editing, find, flag, now, pass, plan, scheduled } = yield* makePlanWorld
    const made = yield* plan({ is_recurring: true, recurrence_interval: "daily" })
    const id = String(made.id)
    yield* scheduled.patch(editing, id, { is_recurring: false })
    yield* pass("3 days")
    const error = yield* Effect.flip(scheduled.patch(editing, id, { recurrence_interval: null }))
    assert.deepStrictEqual(error._tag === "InvalidInput" && error.issues.map(({ path }) => path), [["scheduled_at"]])
    yield* pass("1 hour")
    assert.strictEqual((yield* now).version, flag.version)
    assert.strictEqual((yield* find(made)).recurrence_interval, "daily")
    const misspelt = yield* Effect.flip(scheduled.patch(editing, id, { is_recuring: true }))
    assert.include(misspelt.message, "is_recurring")
    const once = { recurrence_interval: null, scheduled_at: "2026-03-05T12:00:00Z" }
    yield* scheduled.patch(editing, id, { ...body({}), ...once })
    yield* pass("1 day")
    assert.isTrue((yield* now).active)
  })))

it.effect("plans of one flag are applied in the order of their times, whichever job runs first", () =>
  Effect.gen(function*() {
    const { editing, find, now, plan, project, scheduled } = yield* makePlanWorld
    const variants = (key: string) => ({
      operation: "update_variants",
      value: { variants: [{ key, rollout_percentage: 100 }] }
    })
    const last = yield* plan({ scheduled_at: "2026-03-01T13:00:00.090Z", payload: variants("last") })
    const first = yield* plan({ scheduled_at: "2026-03-01T13:00:00.030Z", payload: variants("first") })
    const middle = yield* plan({
      scheduled_at: "2026-03-01T13:00:00.060Z",
      payload: { operation: "add_release_condition", value: { groups: [{ variant: null, rollout_percentage: 5 }] } }
    })
    const ahead = yield* plan({ scheduled_at: "2026-03-01T15:00:00Z" })
    const paused = yield* plan({ is_recurring: true, recurrence_interval: "daily" })
    yield* scheduled.patch(editing, String(paused.id), { is_recurring: false })
    yield* TestClock.adjust("61 minutes")
    yield* scheduled.applyDue(project.id, middle.id)
    const halfway = yield* Effect.forEach([first, middle, last, ahead, paused], find)
    assert.deepStrictEqual(halfway.map(({ executed_at }) => executed_at !== null), [true, true, false, false, false])
    const versions = (yield* now).version
    yield* scheduled.applyDue(project.id, last.id)
    yield* Effect.forEach([first, middle, last, ahead], ({ id }) => scheduled.applyDue(project.id, id))
    const { filters, version } = yield* now
    assert.deepStrictEqual(filters["multivariate"], { variants: [{ key: "last", rollout_percentage: 100 }] })
    assert.strictEqual(version, versions + 1)
    const over = yield* Effect.forEach([first, middle, last], find)
    assert.deepStrictEqual(over.map(({ failure_reason }) => failure_reason), [null, null, null])
  }).pipe(Effect.provide(atNoon)))

it.effect("a plan can be moved, changed and taken back, each with its entry", () =>
  inWorld(Effect.gen(function*() {
    const { editing, find, now, pass, plan, scheduled } = yield* makePlanWorld
    const later = yield* plan()
    const earlier = yield* plan({ scheduled_at: "2026-03-03T12:00:00Z" })
    const gone = yield* plan({ scheduled_at: "2026-03-01T12:10:00Z" })
    yield* scheduled.patch(editing, String(later.id), { scheduled_at: "2026-03-02T12:00:00Z" })
    yield* scheduled.remove(editing, String(gone.id))
    yield* pass("2 hours")
    assert.isFalse((yield* now).active)
    yield* scheduled.patch(editing, String(earlier.id), {
      scheduled_at: "2026-03-01T14:30:00Z",
      payload: { operation: "update_status", value: false }
    })
    yield* pass("30 minutes")
    assert.strictEqual(timeOf((yield* find(earlier)).executed_at), "2026-03-01T14:30:00.000Z")
    yield* pass("22 hours")
    assert.isTrue((yield* now).active)
    for (const changes of [{ record_id: "999" }, { model_name: "FeatureFlag", record_id: 999 }]) {
      const error = yield* Effect.flip(scheduled.patch(editing, String(later.id), changes))
      assert.include(error.message, "Cannot change the target record")
    }
    assert.strictEqual(
      (yield* Effect.flip(scheduled.find(editing.project.id, String(gone.id))))._tag,
      "ScheduledChangeNotFound"
    )
  })))

it.effect("however often its job runs, a plan is applied once; one that is cut off is applied by the next run", () =>
  Effect.gen(function*() {
    const { flag, now, plan, project, scheduled } = yield* makePlanWorld
    const { id } = yield* plan()
    yield* TestClock.adjust("2 hours")
    const versions = yield* Effect.forEach(
      Array.from({ length: 5 }),
      () => scheduled.applyDue(project.id, id),
      { concurrency: "unbounded" }
    )
    assert.lengthOf(versions, 5)
    assert.strictEqual((yield* now).version, flag.version + 1)
  }).pipe(Effect.provide(atNoon)))

it.effect("a storage that fails to the last leaves a reason, and the flag as it is", () =>
  Effect.gen(function*() {
    const { find, flag, plan, project } = yield* makePlanWorld
    const made = yield* plan()
    yield* TestClock.adjust("2 hours")
    const repository = yield* FeatureFlagRepository
    const broken = Layer.succeed(FeatureFlagRepository, { ...repository, lock: () => Effect.die("lost") })
    yield* Effect.gen(function*() {
      const { applyDue } = yield* ScheduledChanges
      assert.isTrue(Exit.hasDies(yield* Effect.exit(applyDue(project.id, made.id))))
      assert.isNull((yield* find(made)).executed_at)
      yield* applyDue(project.id, made.id, true)
    }).pipe(Effect.provide(Layer.fresh(ScheduledChanges.layer).pipe(Layer.provide(broken))))
    const over = yield* find(made)
    assert.include(over.failure_reason, "internal error")
    assert.isNotNull(over.executed_at)
    assert.strictEqual(Option.getOrThrow(yield* repository.find(project.id, flag.id)).version, flag.version)
  }).pipe(Effect.provide(atNoon)))

it.effect("a project has at most the limit of plans waiting", () =>
  Effect.gen(function*() {
    const { plan, project } = yield* makePlanWorld
    const repository = yield* ScheduledChangeRepository
    const { id: _, ...fields } = yield* plan()
    for (let count = 1; count < maxPending; count++) yield* repository.create(fields)
    assert.include((yield* Effect.flip(plan())).message, String(maxPending))
    assert.isTrue(Option.isSome(yield* (yield* ProjectRepository).find(project.id)))
  }).pipe(Effect.provide(atNoon)))

it("repetitions follow the calendar, in the project's time zone, and leave out missed times", () => {
  const rule = (fields: object) => ({ cron_expression: null, recurrence_interval: null, timezone: "UTC", ...fields })
  const cases: ReadonlyArray<readonly [rule: object, from: string, now: string, next: string | undefined]> = [
    [{ recurrence_interval: "daily" }, "2026-03-01T09:00:00Z", "2026-03-01T09:00:01Z", "2026-03-02T09:00:00.000Z"],
    [{ recurrence_interval: "daily" }, "2020-01-31T09:00:00Z", "2026-03-01T09:00:01Z", "2026-03-02T09:00:00.000Z"],
    [{ recurrence_interval: "weekly" }, "2026-03-01T09:00:00Z", "2026-03-15T09:00:00Z", "2026-03-22T09:00:00.000Z"],
    [{ recurrence_interval: "weekly" }, "2020-03-01T09:00:00Z", "2026-03-01T09:00:00Z", "2026-03-08T09:00:00.000Z"],
    [{ recurrence_interval: "monthly" }, "2026-01-31T09:00:00Z", "2026-01-31T09:00:00Z", "2026-02-28T09:00:00.000Z"],
    [{ recurrence_interval: "yearly" }, "2024-02-29T09:00:00Z", "2024-02-29T09:00:00Z", "2025-02-28T09:00:00.000Z"],
    [{ cron_expression: "0 9 * * 1-5" }, "2026-03-06T09:00:00Z", "2026-03-06T09:00:00Z", "2026-03-09T09:00:00.000Z"],
    [
      { cron_expression: "0 9 * * *", timezone: "America/New_York" },
      "2026-03-07T14:00:00Z",
      "2026-03-07T14:00:00Z",
      "2026-03-08T13:00:00.000Z"
    ],
    [{}, "2026-03-01T09:00:00Z", "2026-03-01T09:00:00Z", undefined]
  ]
  for (const [fields, from, now, expected] of cases) {
    const next = nextRun(rule(fields), at(from), at(now))
    assert.strictEqual(next && DateTime.formatIso(next), expected, JSON.stringify(fields))
  }
})
