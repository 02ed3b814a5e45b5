import { assert, layer } from "@effect/vitest"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { UserId } from "@hedgerow/core/identity/User"
import { makeUuid7 } from "@hedgerow/core/shared/Uuid"
import { type Webhook, webhookEntity, WebhookId } from "@hedgerow/core/webhooks/Webhook"
import {
  DeliveryKnown,
  pendingOf,
  WebhookDelivery,
  webhookDeliveryEntity,
  WebhookDeliveryId
} from "@hedgerow/core/webhooks/WebhookDelivery"
import { WebhookDeliveryRepository } from "@hedgerow/core/webhooks/WebhookDeliveryRepository"
import { WebhookRepository } from "@hedgerow/core/webhooks/WebhookRepository"
import { DateTime, Effect, type Layer } from "effect"
import * as EntityContract from "./EntityContract.ts"
import { makeProjectId } from "./fixtures.ts"

const webhookOf = Effect.fnUntraced(function*(project: ProjectId) {
  const now = yield* DateTime.now
  const fields: Omit<Webhook, "id"> = {
    project_id: project,
    name: "Deployments",
    url: "https://example.com/hooks",
    types: ["feature_flag.*"],
    filters: {},
    format: "standard",
    active: true,
    paused_reason: null,
    failing_since: null,
    secret: "hs1.a.b",
    previous_secret: null,
    previous_secret_until: null,
    deleted: false,
    created_by: null,
    created_at: now,
    updated_at: now
  }
  return fields
})

const later = DateTime.makeUnsafe("2026-01-02T03:04:05.678Z")

const webhookChanges: Partial<Webhook> = {
  name: "Ünïcode \"quoted\"",
  url: "https://example.com/other",
  types: ["*", "event.captured"],
  filters: { events: ["a"], properties: [{ key: "b", value: ["1", 2] }] },
  format: "slack",
  active: false,
  paused_reason: "gone",
  failing_since: later,
  secret: "hs1.c.d",
  previous_secret: "hs1.a.b",
  previous_secret_until: later,
  deleted: true,
  created_by: UserId.make(3),
  created_at: later,
  updated_at: later
}

const deliveryOf = Effect.fnUntraced(function*(project: ProjectId) {
  const fields: Omit<WebhookDelivery, "id"> = {
    project_id: project,
    webhook_id: WebhookId.make(1),
    source: `1/change/${yield* makeUuid7}`,
    type: "feature_flag.updated",
    record: "FeatureFlag/7",
    position: 9_007_199_254_740_991,
    body: "{\"type\":\"feature_flag.updated\"}",
    state: "pending",
    attempts: 0,
    next_attempt_at: null,
    last_attempt_at: null,
    response_status: null,
    response_body: null,
    error: null,
    created_at: yield* DateTime.now
  }
  return fields
})

const deliveryChanges: Partial<WebhookDelivery> = {
  webhook_id: WebhookId.make(2),
  source: "2/test/a",
  type: "webhook.test",
  record: "Ünïcode \"quoted\"",
  position: 0,
  body: "{\"text\":\"ü\"}",
  state: "failed",
  attempts: 10,
  next_attempt_at: later,
  last_attempt_at: later,
  response_status: 500,
  response_body: "no",
  error: "The address answered 500.",
  created_at: later
}

type Ports = EntityContract.EntityPorts | WebhookDeliveryRepository | WebhookRepository

/** A delivery that is stored. */
const stored = Effect.fnUntraced(function*(project: ProjectId, changes: Partial<WebhookDelivery>) {
  const repository = yield* WebhookDeliveryRepository
  const id = WebhookDeliveryId.make(yield* makeUuid7)
  const row = new WebhookDelivery({ ...yield* deliveryOf(project), id, ...changes })
  yield* repository.insert(row)
  return row
})

const ids = (rows: ReadonlyArray<WebhookDelivery>) => rows.map(({ id }) => id)

/** The promises of every storage of webhooks and their deliveries. */
export const suite = <E>(name: string, storage: Layer.Layer<Ports, E>) => {
  EntityContract.suite(name, storage, {
    entity: webhookEntity,
    port: WebhookRepository,
    owner: makeProjectId,
    fields: webhookOf,
    changes: () => Effect.succeed(webhookChanges)
  })
  EntityContract.suite(name, storage, {
    entity: webhookDeliveryEntity,
    port: WebhookDeliveryRepository,
    owner: makeProjectId,
    fields: deliveryOf,
    changes: () => Effect.succeed(deliveryChanges)
  })
  layer(storage, { excludeTestServices: true })(`WebhookDeliveries: ${name}`, (it) => {
    it.effect("pending ones of a record are read in their order", () =>
      Effect.gen(function*() {
        const repository = yield* WebhookDeliveryRepository
        const [project, other] = [yield* makeProjectId, yield* makeProjectId]
        const [second, first] = [yield* stored(project, { position: 10 }), yield* stored(project, { position: 9 })]
        yield* stored(project, { position: 1, state: "delivered" })
        yield* stored(project, { position: 2, record: "FeatureFlag/8" })
        yield* stored(other, { position: 3 })
        const found = yield* repository.all(project, pendingOf(WebhookId.make(1), "FeatureFlag/7"))
        assert.deepStrictEqual(ids(found), ids([first, second]))
      }))

    it.effect("the records of pending ones are read in pages, each once, in the order of their bytes", () =>
      Effect.gen(function*() {
        const repository = yield* WebhookDeliveryRepository
        const [project, other] = [yield* makeProjectId, yield* makeProjectId]
        const records = ["person/Z", "person/a", "person/é", "person/\u{ffff}", "person/\u{1f600}"]
        yield* Effect.forEach([...records, ...records].toReversed(), (record) => stored(project, { record }))
        yield* stored(project, { record: "person/b", state: "delivered" })
        yield* stored(project, { record: "person/c", webhook_id: WebhookId.make(2) })
        yield* stored(other, { record: "person/d" })
        const page = (after: string) => repository.pendingRecords(project, WebhookId.make(1), after, 2)
        assert.deepStrictEqual(yield* page(""), records.slice(0, 2))
        assert.deepStrictEqual(yield* page("person/a"), records.slice(2, 4))
        assert.deepStrictEqual(yield* page("person/\u{ffff}"), records.slice(4))
        assert.isEmpty(yield* page("person/\u{1f600}"))
      }))

    it.effect("no second one is made of the same, and the transaction goes on", () =>
      Effect.gen(function*() {
        const project = yield* makeProjectId
        yield* stored(project, { source: "1/a" })
        assert.deepStrictEqual(yield* Effect.flip(stored(project, { source: "1/a" })), new DeliveryKnown())
        yield* stored(yield* makeProjectId, { source: "1/a" })
      }))

    it.effect("old ones are removed in every project, pending ones too", () =>
      Effect.gen(function*() {
        const repository = yield* WebhookDeliveryRepository
        const [project, other] = [yield* makeProjectId, yield* makeProjectId]
        const [old, limit] = [DateTime.makeUnsafe("1980-01-01T00:00:00Z"), DateTime.makeUnsafe("1980-01-02T00:00:00Z")]
        yield* stored(project, { created_at: old, state: "delivered" })
        yield* stored(other, { created_at: old, state: "failed" })
        yield* stored(project, { created_at: old })
        const kept = [
          yield* stored(project, { created_at: limit }),
          yield* stored(project, { created_at: limit, state: "delivered" })
        ]
        assert.isAtLeast(yield* repository.removeOld(limit), 3)
        assert.deepStrictEqual(ids(yield* repository.all(project)).toSorted(), ids(kept).toSorted())
        assert.isEmpty(yield* repository.all(other))
      }))
  })
}
