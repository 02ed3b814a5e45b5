import { assert, it } from "@effect/vitest"
import { OrganizationRepository, ProjectRepository } from "@hedgerow/core/access/AccessRepository"
import { ActivityRepository } from "@hedgerow/core/activity/ActivityRepository"
import { entityChanged } from "@hedgerow/core/entities/Changes"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { OutboxPosition } from "@hedgerow/core/outbox/OutboxMessage"
import { OutboxRepository } from "@hedgerow/core/outbox/OutboxRepository"
import { isJsonRecord } from "@hedgerow/core/shared/JsonRecord"
import type { StoragePorts } from "@hedgerow/core/StoragePorts"
import * as MemoryStorage from "@hedgerow/storage-memory/MemoryStorage"
import { PgStorage } from "@hedgerow/storage-pg"
import { TestApi } from "@hedgerow/testing"
import { PgTest } from "@hedgerow/testing/node"
import { Effect, Layer, Option } from "effect"
import { call, propertyId } from "./definitions/Call.ts"

/** The changes that a project's outbox and its log have, both in order. */
const changesOf = Effect.fnUntraced(function*(project: ProjectId) {
  const { rows } = yield* (yield* OutboxRepository).read(project, {
    after: OutboxPosition.make(0),
    topics: [entityChanged],
    limit: 100
  })
  const { items } = yield* (yield* ActivityRepository).list({ project }, { limit: 100, offset: 0 })
  return {
    sent: rows.map(({ key, payload }) => `${key} ${isJsonRecord(payload) ? String(payload["action"]) : ""}`),
    logged: items.map((entry) => `${entry.scope}/${entry.item_id} ${entry.activity}`).toReversed()
  }
})

const suite = <E>(name: string, storage: Layer.Layer<StoragePorts, E>) => {
  it.effect(`${name}: a change of a project or a definition is logged and sent once, one that changes nothing is not`, () =>
    Effect.gen(function*() {
      const { capture, project } = yield* TestApi
      yield* capture({ event: "paid", distinct_id: "d", properties: { size: "1" } })
      const size = `property_definitions/${yield* propertyId("size")}/`
      const before = yield* changesOf(project.id)

      const path = `/api/projects/${project.id}/`
      yield* call("PATCH", path, { name: "Meadow", week_start_day: 1 })
      yield* call("PATCH", path, { name: "Meadow" })
      const { body: event } = yield* call("POST", "event_definitions/", { name: "refund", description: "Back" })
      yield* call("PATCH", `event_definitions/${String(event["id"])}/`, { tags: ["money"] })
      yield* call("PATCH", `event_definitions/${String(event["id"])}/`, { tags: ["money"] })
      yield* call("DELETE", `event_definitions/${String(event["id"])}/`)
      const { body: property } = yield* call("PATCH", size, { property_type: "Numeric" })
      yield* call("PATCH", size, { verified: false })
      yield* call("DELETE", size)

      const after = yield* changesOf(project.id)
      const expected = [
        `Project/${project.id} updated`,
        `EventDefinition/${String(event["id"])} created`,
        `EventDefinition/${String(event["id"])} updated`,
        `EventDefinition/${String(event["id"])} deleted`,
        `PropertyDefinition/${String(property["id"])} updated`,
        `PropertyDefinition/${String(property["id"])} deleted`
      ]
      assert.deepStrictEqual(after.logged.slice(before.logged.length), expected)
      assert.deepStrictEqual(after.sent.slice(before.sent.length), expected)
    }).pipe(Effect.provide(TestApi.layerOn(storage))))

  it.effect(`${name}: an organisation and a project are changed as their tables have columns, and come back so`, () =>
    Effect.gen(function*() {
      const { project } = yield* TestApi
      const organizations = yield* OrganizationRepository
      const projects = yield* ProjectRepository
      yield* call("PATCH", "/api/organizations/@current/", { name: "Hill & Dale" })
      const organization = Option.getOrThrow(yield* organizations.find(project.organization_id))
      assert.strictEqual(organization.name, "Hill & Dale")
      const { body } = yield* call("POST", "/api/projects/", { name: "Second", timezone: "Europe/Berlin" })
      const created = Option.getOrThrow(yield* projects.find(body["id"] as ProjectId))
      assert.deepInclude(created, { name: "Second", timezone: "Europe/Berlin", week_start_day: 0 })
      const sent = (yield* changesOf(created.id)).sent
      assert.deepStrictEqual(sent, [`Project/${created.id} created`])
      const log = yield* (yield* ActivityRepository).list(
        { organization: project.organization_id },
        { limit: 1, offset: 0 }
      )
      assert.deepInclude(log.items[0], { scope: "Organization", activity: "updated", project_id: null })
    }).pipe(Effect.provide(TestApi.layerOn(storage))))
}

suite("memory", MemoryStorage.layer)
suite("PostgreSQL", PgStorage.layerPorts.pipe(Layer.provide(PgTest.layer)))
