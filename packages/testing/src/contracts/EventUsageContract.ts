import { assert, layer } from "@effect/vitest"
import type { OrganizationRepository, ProjectRepository } from "@hedgerow/core/access/AccessRepository"
import { EventUsage } from "@hedgerow/core/events/EventUsage"
import { Effect, type Layer } from "effect"
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
