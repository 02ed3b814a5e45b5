import { assert, layer } from "@effect/vitest"
import type { OrganizationRepository, ProjectRepository } from "@hedgerow/core/access/AccessRepository"
import { ProjectUsage } from "@hedgerow/core/access/ProjectUsage"
import { EventUsage, monthOf } from "@hedgerow/core/events/EventUsage"
import { Project } from "@hedgerow/core/identity/Project"
import { DateTime, Effect, type Layer } from "effect"
import { makeTwoProjects } from "./fixtures.ts"

type Ports = EventUsage | OrganizationRepository | ProjectRepository

/** The contract of every `EventUsage`. */
export const suite = <E>(name: string, storage: Layer.Layer<Ports, E>): void => {
  layer(storage, { excludeTestServices: true })(`Event usage: ${name}`, (it) => {
    it.effect("numbers add up by month, beyond 32 bits, and never in another project", () =>
      Effect.gen(function*() {
        const usage = yield* EventUsage
        const [own, other] = yield* makeTwoProjects
        assert.strictEqual(yield* usage.used(own.id, "2026-11"), 0)
        yield* usage.add(own.id, "2026-11", 3_000_000_000)
        yield* usage.add(own.id, "2026-11", 2)
        yield* usage.add(own.id, "2026-12", 7)
        assert.strictEqual(yield* usage.used(own.id, "2026-11"), 3_000_000_002)
        assert.strictEqual(yield* usage.used(own.id, "2026-12"), 7)
        assert.strictEqual(yield* usage.used(other.id, "2026-11"), 0)
        yield* usage.add(other.id, "2026-11", 1)
        assert.strictEqual(yield* usage.used(own.id, "2026-11"), 3_000_000_002)
      }))

    it.effect("the usage of a project is that of the current month, beside its own quota", () =>
      Effect.gen(function*() {
        const month = monthOf(yield* DateTime.now)
        const [own, other] = yield* makeTwoProjects
        const usage = yield* EventUsage
        yield* usage.add(own.id, month, 4)
        yield* usage.add(own.id, "2001-01", 50)
        const { current } = yield* ProjectUsage
        assert.deepInclude(yield* current(own), {
          month,
          events: null,
          events_monthly_quota: null,
          events_remaining: null,
          quota_limited: false
        })
        const within = yield* current(new Project({ ...own, events_monthly_quota: 5 }))
        assert.deepInclude(within, { events: 4, events_remaining: 1, quota_limited: false })
        const over = yield* current(new Project({ ...own, events_monthly_quota: 3 }))
        assert.deepInclude(over, { events: 4, events_remaining: 0, quota_limited: true })
        assert.isAbove(over.resets_at.epochMilliseconds, (yield* DateTime.now).epochMilliseconds)
        const none = yield* current(new Project({ ...other, events_monthly_quota: 3 }))
        assert.deepInclude(none, { month, events: 0, events_remaining: 3 })
      }).pipe(Effect.provide(ProjectUsage.layer)))

    it.effect("numbers that are added at the same time all count", () =>
      Effect.gen(function*() {
        const usage = yield* EventUsage
        const [own] = yield* makeTwoProjects
        const eight = Array.from({ length: 8 }, () => usage.add(own.id, "2026-11", 5))
        yield* Effect.all(eight, { concurrency: "unbounded", discard: true })
        assert.strictEqual(yield* usage.used(own.id, "2026-11"), 40)
      }))
  })
}
