import { assert, type Vitest } from "@effect/vitest"
import { ProjectRepository } from "@hedgerow/core/access/AccessRepository"
import { retaining } from "@hedgerow/core/access/RetentionJob"
import { DefinitionsVersions } from "@hedgerow/core/caching/DefinitionsVersions"
import { DataDeletions } from "@hedgerow/core/deletions/DataDeletions"
import { DeletionSettings } from "@hedgerow/core/deletions/DeletionSettings"
import { EventRemoval } from "@hedgerow/core/deletions/EventRemoval"
import { nextRemoval, removedBefore } from "@hedgerow/core/deletions/EventRetention"
import type { DomainServices } from "@hedgerow/core/Domain"
import { Project } from "@hedgerow/core/identity/Project"
import { Jobs } from "@hedgerow/core/jobs/Jobs"
import type { StoragePorts } from "@hedgerow/core/StoragePorts"
import { DateTime, Duration, Effect } from "effect"
import { makeProject } from "../fixtures.ts"
import { StoredRows } from "../StoredRows.ts"
import { ask, capture, runJob, runRetention } from "./DeletionWorld.ts"

type It = Vitest.MethodsNonLive<DomainServices | StoragePorts | StoredRows>

const settled = Effect.provideService(DeletionSettings, { settledAfter: Duration.zero })

/** An event for each number of days ago, named by it. */
const captureOf = Effect.fnUntraced(function*(project: Project, days: ReadonlyArray<number>) {
  const now = yield* DateTime.now
  const batch = days.map((ago) => ({
    event: `${ago} days ago`,
    distinct_id: "ada",
    timestamp: DateTime.formatIso(DateTime.subtract(now, { days: ago })),
    properties: { $set: { plan: "pro" } }
  }))
  yield* capture(project, batch)
})

const keep = Effect.fnUntraced(function*(project: Project, events_retention_days: number | null) {
  const kept = new Project({ ...project, events_retention_days })
  yield* (yield* ProjectRepository).update(kept)
  yield* (yield* DefinitionsVersions).bump(project.id)
  return kept
})

const seen = (project: Project) =>
  Effect.map(ask(project, "SELECT event FROM events ORDER BY timestamp"), (rows) => rows.flat().map(String).join(", "))

const stored = (project: Project) =>
  Effect.flatMap(
    StoredRows,
    (rows) => Effect.map(rows.events(project.id), (events) => events.map(({ event }) => event).toSorted().join(", "))
  )

const waiting = Effect.fnUntraced(function*({ id }: Project) {
  const { items } = yield* (yield* Jobs).list(id, { failed: false, limit: 100, offset: 0 })
  return items.filter(({ kind }) => kind === retaining.name)
})

/** Tests of what a project keeps: what queries see at once, what the job removes, and of whom. */
export const retentionTests = (it: It): void => {
  it.effect("events that are older than a project keeps are seen by no query, whenever they come", () =>
    Effect.gen(function*() {
      const [project, other] = [yield* makeProject, yield* makeProject]
      for (const one of [project, other]) yield* captureOf(one, [0, 10, 65])
      const all = "65 days ago, 10 days ago, 0 days ago"
      assert.strictEqual(yield* seen(project), all)
      const kept = yield* keep(project, 30)
      assert.strictEqual(yield* seen(kept), "10 days ago, 0 days ago")
      yield* captureOf(project, [66])
      assert.strictEqual(yield* seen(kept), "10 days ago, 0 days ago")
      const joined = "SELECT count(e.uuid) FROM (SELECT 1 AS one) AS o LEFT JOIN events AS e ON 1 = o.one"
      assert.deepStrictEqual(yield* ask(kept, joined), [[2]])
      assert.deepStrictEqual(yield* ask(kept, "SELECT properties.plan FROM persons"), [["pro"]])
      assert.strictEqual(yield* seen(other), all)
      assert.strictEqual(yield* seen(yield* keep(kept, null)), `66 days ago, ${all}`)
    }))

  it.effect("what is older than the months that a project keeps is removed, and the next month is waited for", () =>
    Effect.gen(function*() {
      const [made, other] = [yield* makeProject, yield* makeProject]
      for (const one of [made, other]) yield* captureOf(one, [0, 10, 65, 400])
      const project = yield* keep(made, 30)
      const deletions = yield* DataDeletions
      const before = yield* DateTime.now
      yield* runRetention(project)
      const after = yield* DateTime.now
      const { items } = yield* deletions.list(project.id, { limit: 10, offset: 0 })
      assert.strictEqual(items.length, 1)
      const deletion = yield* Effect.fromNullishOr(items[0])
      assert.deepInclude(deletion, { kind: "events", status: "pending", created_by: null, date_from: null })
      const times = (of: (now: DateTime.Utc) => DateTime.Utc) =>
        [before, after].map((now) => DateTime.formatIso(of(now)))
      assert.include(
        times((now) => removedBefore(30, now)),
        deletion.date_to === null ? "" : DateTime.formatIso(deletion.date_to)
      )
      assert.strictEqual((yield* runJob(deletion)).events_count, 2)
      assert.strictEqual(yield* stored(project), "0 days ago, 10 days ago")
      assert.strictEqual(yield* stored(other), "0 days ago, 10 days ago, 400 days ago, 65 days ago")
      const [next, ...more] = yield* waiting(project)
      assert.deepStrictEqual(more, [])
      assert.include(times((now) => nextRemoval(30, now)), next === undefined ? "" : DateTime.formatIso(next.run_at))

      yield* runRetention(project)
      assert.strictEqual(
        (yield* deletions.list(project.id, { limit: 10, offset: 0 })).count,
        1,
        "nothing is old any more"
      )
      assert.strictEqual((yield* waiting(project)).length, 1)
    }).pipe(settled))

  it.effect("a setting that is undone while the old events are counted removes nothing", () =>
    Effect.gen(function*() {
      const project = yield* makeProject
      yield* captureOf(project, [400])
      const kept = yield* keep(project, 30)
      const removal = yield* EventRemoval
      const services = yield* Effect.context<DefinitionsVersions | ProjectRepository>()
      const undo = Effect.provideContext(keep(kept, null), services)
      const count: typeof removal.count = (id, selection) => Effect.tap(removal.count(id, selection), () => undo)
      yield* Effect.provideService(runRetention(kept), EventRemoval, { ...removal, count })
      assert.strictEqual((yield* (yield* DataDeletions).list(project.id, { limit: 10, offset: 0 })).count, 0)
      assert.deepStrictEqual(yield* waiting(project), [])
      assert.strictEqual(yield* stored(project), "400 days ago")
    }))

  it.effect("a project that keeps everything has nothing removed", () =>
    Effect.gen(function*() {
      const project = yield* makeProject
      yield* captureOf(project, [4_000])
      yield* runRetention(project)
      assert.strictEqual((yield* (yield* DataDeletions).list(project.id, { limit: 10, offset: 0 })).count, 0)
      assert.deepStrictEqual(yield* waiting(project), [])
      assert.strictEqual(yield* stored(project), "4000 days ago")
    }))
}
