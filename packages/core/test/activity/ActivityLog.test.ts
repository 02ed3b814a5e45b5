import { assert, describe, it } from "@effect/vitest"
import type { ActivityEntry, NewActivity } from "@hedgerow/core/activity/Activity"
import { ActivityLog } from "@hedgerow/core/activity/ActivityLog"
import { ActivityRepository } from "@hedgerow/core/activity/ActivityRepository"
import { storableJson } from "@hedgerow/core/activity/ActivityValues"
import type { OrganizationId } from "@hedgerow/core/identity/Organization"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { User, type UserId } from "@hedgerow/core/identity/User"
import { isJsonRecord } from "@hedgerow/core/shared/JsonRecord"
import type { Uuid } from "@hedgerow/core/shared/Uuid"
import { DateTime, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"

const person = {
  id: 7 as UserId,
  uuid: "01900000-0000-7000-8000-000000000007" as Uuid,
  distinct_id: "ann",
  first_name: "Ann",
  last_name: "Lee",
  email: "ann@example.com"
}
const ann = new User({
  ...person,
  is_email_verified: true,
  is_active: true,
  role_at_organization: "",
  current_organization_id: null,
  current_project_id: null,
  created_at: DateTime.makeUnsafe(0)
})

const base: NewActivity = {
  organization: "01900000-0000-7000-8000-000000000001" as OrganizationId,
  project: 1 as ProjectId,
  actor: ann,
  scope: "Survey",
  activity: "updated",
  itemId: "s1",
  name: "Hedges"
}

/** The entries stored for these activities. */
const recorded = Effect.fnUntraced(function*(...activities: ReadonlyArray<Partial<NewActivity>>) {
  const stored: Array<ActivityEntry> = []
  const repository = Layer.mock(ActivityRepository)({
    insert: (entry) => Effect.sync(() => void stored.push(entry))
  })
  const log = yield* Effect.provide(ActivityLog, ActivityLog.layer.pipe(Layer.provide(repository)))
  for (const activity of activities) yield* log.record({ ...base, ...activity })
  return stored
})

const detailOf = (activity: Partial<NewActivity>) => Effect.map(recorded(activity), (stored) => stored[0]?.detail)

describe("recording", () => {
  it.effect("an update records the author, the changes and the time", () =>
    Effect.gen(function*() {
      const at = DateTime.toEpochMillis(DateTime.makeUnsafe("2026-03-01T10:00:00Z"))
      yield* TestClock.setTime(at)
      const [entry, ...others] = yield* recorded({ before: { name: "a" }, after: { name: "b" } })
      assert.isEmpty(others)
      assert.strictEqual(Number.parseInt(entry?.id.replace("-", "").slice(0, 12) ?? "", 16), at)
      assert.strictEqual(entry && DateTime.formatIso(entry.created_at), "2026-03-01T10:00:00.000Z")
      assert.deepStrictEqual({ ...entry, id: "", created_at: "" }, {
        id: "",
        organization_id: base.organization,
        project_id: 1,
        user: person,
        activity: "updated",
        scope: "Survey",
        item_id: "s1",
        detail: {
          changes: [{ type: "Survey", action: "changed", field: "name", before: "a", after: "b" }],
          trigger: null,
          name: "Hedges",
          short_id: null,
          type: null
        },
        created_at: ""
      } as never)
    }))

  it.effect("an update in which nothing differs is not written", () =>
    Effect.gen(function*() {
      const same = { before: { name: "a", updated_at: 1 }, after: { name: "a", updated_at: 2 } }
      assert.isEmpty(yield* recorded(same))
      assert.isEmpty(yield* recorded({ ...same, changes: [] }))
      const worded = [{ type: "Survey", action: "deleted", field: "targeting_flag", before: 1, after: null }] as const
      const [entry] = yield* recorded({ ...same, changes: worded })
      assert.deepStrictEqual(entry?.detail.changes, worded)
    }))

  it.effect("a record that is made or removed has no changes but the domain's own", () =>
    Effect.gen(function*() {
      assert.isNull((yield* detailOf({ activity: "created", after: { name: "a" } }))?.changes)
      assert.isNull((yield* detailOf({ activity: "deleted", before: { name: "a" } }))?.changes)
      assert.isNull((yield* detailOf({ activity: "created", changes: [] }))?.changes)
      const source = { type: "Survey", action: "created", field: "source_survey_id", before: null, after: "x" } as const
      assert.deepStrictEqual((yield* detailOf({ activity: "created", changes: [source] }))?.changes, [source])
    }))

  it.effect("worded changes follow those that are found", () =>
    Effect.gen(function*() {
      const worded = { type: "Survey", action: "merged", field: null, before: null, after: 1 } as const
      const detail = yield* detailOf({ before: { name: "a" }, after: { name: "b" }, changes: [worded] })
      assert.deepStrictEqual(detail?.changes?.map(({ action }) => action), ["changed", "merged"])
    }))

  it.effect("the system acts without a user, and the rest of the detail is kept", () =>
    Effect.gen(function*() {
      const trigger = { job_type: "sweep", job_id: "1", payload: {} }
      const detail = { short_id: "abc", type: "holdout", trigger }
      const [entry] = yield* recorded({ actor: "system", project: null, name: null, detail })
      assert.deepStrictEqual([entry?.user, entry?.project_id], [null, null])
      assert.deepStrictEqual(entry?.detail, { changes: null, name: null, ...detail })
    }))

  it.effect("ids rise in the order of recording within a millisecond", () =>
    Effect.gen(function*() {
      const ids = (yield* recorded(...Array.from({ length: 500 }, () => ({})))).map(({ id }) => id)
      assert.strictEqual(new Set(ids).size, 500)
      assert.deepStrictEqual(ids.toSorted(), ids)
    }))
})

/** Whether a storage could refuse any text in the value. */
const isStorable = (value: unknown): boolean => {
  if (typeof value === "string") return value.isWellFormed() && !value.includes("\0")
  if (Array.isArray(value)) return value.every(isStorable)
  return !isJsonRecord(value) || Object.entries(value).flat().every(isStorable)
}

describe("a secret", () => {
  it.effect("is masked in worded changes too, by field and by place", () =>
    Effect.gen(function*() {
      const payloads = { "a.b": "hush", plain: "hush" }
      const changes = [
        {
          type: "FeatureFlag",
          action: "copied",
          field: "filters",
          before: { payloads: "hush", groups: 1 },
          after: { payloads, groups: 2 },
          paths: [
            { path: "payloads", action: "changed", before: "hush", after: payloads },
            { path: "payloads.a\\.b", action: "created", before: null, after: "hush" },
            { path: "groups", action: "changed", before: 1, after: 2 }
          ]
        },
        { type: "FeatureFlag", action: "merged", field: "token", before: ["hush"], after: { hush: 1 }, paths: [] },
        {
          type: "FeatureFlag",
          action: "merged",
          field: null,
          before: [{ token: "hush", filters: { payloads } }],
          after: "phx_hushhushhushhushhush"
        },
        { type: "PersonalAPIKey", action: "exported", field: "secure_value", before: "hush", after: "hush" }
      ] as const
      const secrets = ["filters.payloads.a\\.b", "filters.payloads.plain", "token"]
      const detail = yield* detailOf({ scope: "FeatureFlag", changes, secrets })
      assert.notInclude(JSON.stringify(detail), "hushhush")
      assert.deepStrictEqual(detail?.changes?.map(({ after, before, field, paths }) => [field, before, after, paths]), [
        ["filters", { payloads: "masked", groups: 1 }, { payloads: { "a.b": "masked", plain: "masked" }, groups: 2 }, [
          { path: "payloads", action: "changed", before: "masked", after: { "a.b": "masked", plain: "masked" } },
          { path: "payloads.a\\.b", action: "created", before: "masked", after: "masked" },
          { path: "groups", action: "changed", before: 1, after: 2 }
        ]],
        ["token", "masked", "masked", undefined],
        [
          null,
          [{ token: "masked", filters: { payloads: { "a.b": "masked", plain: "masked" } } }],
          "phx_...sh",
          undefined
        ],
        ["secure_value", "masked", "masked", undefined]
      ] as never)
    }))

  it.effect("is masked in the trigger of a change, by its name or its place in the record", () =>
    Effect.gen(function*() {
      const payload = {
        api_key: "hush",
        client_secret: { a: "hush" },
        password: null,
        note: "by phx_hushhushhushhushhush",
        value: [{ filters: { payloads: { a: "hush" }, groups: [] } }],
        filters: { payloads: "hush" }
      }
      const trigger = { job_type: "change", job_id: "1", payload }
      const detail = yield* detailOf({ scope: "FeatureFlag", detail: { trigger }, secrets: ["filters.payloads.*"] })
      assert.deepStrictEqual(detail?.trigger, {
        job_type: "change",
        job_id: "1",
        payload: {
          api_key: "masked",
          client_secret: "masked",
          password: null,
          note: "by phx_...sh",
          value: [{ filters: { payloads: { a: "masked" }, groups: [] } }],
          filters: { payloads: "masked" }
        }
      })
    }))
})

describe("a stored entry", () => {
  it.effect("is cut at 200 levels, also when it differs below them", () =>
    Effect.gen(function*() {
      const nested = (levels: number, leaf: unknown): unknown =>
        Array.from({ length: levels }).reduce((inner) => [inner], leaf)
      const questions = (leaf: string) => ({ questions: nested(499, leaf) })
      const [change, ...others] = (yield* detailOf({ before: questions("a"), after: questions("b") }))?.changes ?? []
      assert.isEmpty(others)
      assert.deepStrictEqual([change?.field, change?.before, change?.after], [
        "questions",
        nested(200, null),
        nested(200, null)
      ] as never)
      assert.deepStrictEqual(change?.paths?.map(({ action, after, before }) => [action, before, after]), [
        ["changed", "a", "b"]
      ])
    }))

  it.effect("has no NUL and no lone surrogate, wherever they were sent", () =>
    Effect.gen(function*() {
      const bad = "a\0b\ud83d"
      const [entry] = yield* recorded({
        actor: { ...ann, distinct_id: bad, first_name: bad, last_name: bad, email: bad } as User,
        activity: bad,
        itemId: bad,
        name: bad,
        before: { [bad]: { [bad]: [bad] }, name: bad },
        after: { [bad]: { [bad]: [1] } },
        changes: [{
          type: "Survey",
          action: "created",
          field: bad,
          before: bad,
          after: [{ [bad]: bad }],
          paths: [{ path: bad, action: "changed", before: bad, after: { [bad]: bad } }]
        }],
        detail: { short_id: bad, type: bad, trigger: { [bad]: bad } }
      })
      assert.isTrue(isStorable({ ...entry, created_at: null }))
      assert.strictEqual(entry?.detail.name, "a\uFFFDb\uFFFD")
      assert.deepStrictEqual(entry?.detail.changes?.map(({ paths }) => paths?.map(({ path }) => path)), [
        undefined,
        ["a\uFFFDb\uFFFD.0"],
        ["a\uFFFDb\uFFFD"]
      ])
    }))

  it.effect("a long text is cut, of a large structure the beginning is kept", () =>
    Effect.gen(function*() {
      const large = { list: Array.from({ length: 30_000 }, (_, index) => index) }
      const detail = yield* detailOf({
        name: "n".repeat(1000),
        before: { description: "x".repeat(65_536), questions: [1] },
        after: { description: "y".repeat(65_537), questions: large }
      })
      assert.strictEqual(detail?.name, "n".repeat(400))
      const [description, questions] = detail?.changes ?? []
      assert.strictEqual(description?.before, "x".repeat(65_536))
      assert.strictEqual(description?.after, `${"y".repeat(65_536)}…`)
      const text = JSON.stringify(large)
      assert.deepStrictEqual(questions?.after, { truncated: true, size: text.length, start: text.slice(0, 500) })
    }))

  it.effect("a place has its difference also when the field is too large to be kept", () =>
    Effect.gen(function*() {
      const filters = (end: string) => ({ filters: [...Array.from({ length: 20_000 }, () => "seed"), end] })
      const [change] = (yield* detailOf({ before: filters("a"), after: filters("b") }))?.changes ?? []
      assert.isTrue(isJsonRecord(change?.before) && change.before["truncated"])
      assert.deepStrictEqual(change?.paths, [{ path: "20000", action: "changed", before: "a", after: "b" }])
    }))

  it.effect("no entry is larger than its bounds, with any input of a domain", () =>
    Effect.gen(function*() {
      const record = (text: string) =>
        Object.fromEntries(Array.from({ length: 300 }, (_, field) => [
          `field ${field} ${"f".repeat(1000)}`,
          Object.fromEntries(
            Array.from({ length: 20 }, (_, member) => [`${text.repeat(500)} ${member}`, text.repeat(900)])
          )
        ]))
      const detail = yield* detailOf({ before: record("a"), after: record("é") })
      assert.strictEqual(detail?.changes?.length, 200)
      assert.isBelow(JSON.stringify(detail).length, 1_000_000)
      assert.strictEqual(detail?.changes?.at(-1)?.paths_truncated, true)
      assert.isEmpty(detail?.changes?.at(-1)?.paths)
    }))

  it("a cycle-free value of any kind becomes JSON", () => {
    assert.deepStrictEqual(storableJson({ a: undefined, b: 1n, c: [Infinity] }), { a: null, b: null, c: [null] })
  })
})
