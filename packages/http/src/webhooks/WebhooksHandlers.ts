import type { User, UserId } from "@hedgerow/core/identity/User"
import { isoText, isoTextOrNull } from "@hedgerow/core/shared/IsoText"
import type { Webhook } from "@hedgerow/core/webhooks/Webhook"
import type { WebhookDelivery } from "@hedgerow/core/webhooks/WebhookDelivery"
import { Webhooks } from "@hedgerow/core/webhooks/Webhooks"
import { Effect } from "effect"
import { CurrentProject } from "../auth/Authorization.ts"
import { currentEditing } from "../auth/CurrentEditing.ts"
import { handlerGroup } from "../endpoints/HandlerGroup.ts"
import { makeEntityHandlers, namingMakers } from "../entities/EntityHandlers.ts"
import { readListQuery } from "../entities/EntityQuery.ts"
import { answering } from "../errors/ErrorTable.ts"
import { namedUser } from "../identity/IdentityEncode.ts"
import { pageRequest, pageText } from "../requests/Paging.ts"
import { deliveryFilterFields, WebhooksApi } from "./WebhooksApi.ts"
import type { WebhookDeliveryRecord, WebhookRecord } from "./WebhookSchema.ts"

const recordOf = (people: ReadonlyMap<UserId, User>) => (row: Webhook): typeof WebhookRecord.Type => ({
  id: row.id,
  name: row.name,
  url: row.url,
  types: row.types,
  filters: row.filters,
  format: row.format,
  active: row.active,
  paused_reason: row.paused_reason,
  failing_since: isoTextOrNull(row.failing_since),
  secret: null,
  previous_secret_until: isoTextOrNull(row.previous_secret_until),
  deleted: row.deleted,
  created_by: namedUser(people, row.created_by),
  created_at: isoText(row.created_at),
  updated_at: isoText(row.updated_at)
})

const deliveryRecord = (row: WebhookDelivery): typeof WebhookDeliveryRecord.Type => ({
  id: row.id,
  type: row.type,
  record: row.record,
  state: row.state,
  attempts: row.attempts,
  next_attempt_at: isoTextOrNull(row.next_attempt_at),
  last_attempt_at: isoTextOrNull(row.last_attempt_at),
  response_status: row.response_status,
  response_body: row.response_body,
  error: row.error,
  body: row.body,
  created_at: isoText(row.created_at)
})

/** A webhook, and its secret where it was just made. */
interface ShownWebhook {
  readonly webhook: Webhook
  readonly secret?: string
}

const shownWithout = (webhook: Webhook): ShownWebhook => ({ webhook })

/** Shows and changes webhooks, and shows their deliveries. */
export const layer = handlerGroup(
  WebhooksApi,
  Effect.fnUntraced(function*(handlers) {
    const webhooks = yield* Webhooks
    const records = yield* namingMakers(recordOf)

    const plain = yield* makeEntityHandlers({
      group: "webhooks",
      scope: "Webhook",
      list: (project, _, page) => webhooks.list(project, page),
      find: (project, id) => Effect.map(webhooks.find(project, id), shownWithout),
      idOf: ({ webhook }: ShownWebhook) => webhook.id,
      create: webhooks.create,
      patch: (by, id, body) => Effect.map(webhooks.patch(by, id, body), shownWithout),
      shownInLists: records,
      shown: (project, { webhook, ...issued }: ShownWebhook) =>
        Effect.map(records(project, [webhook]), (record) => ({ ...record(webhook), ...issued }))
    })

    return handlers
      .handle("list", plain.list)
      .handleRaw("create", plain.create)
      .handle("read", plain.read)
      .handleRaw("update", plain.update)
      .handle("remove", plain.remove)
      .handle("activity", plain.activityOfOne)
      .handle(
        "rotateSecret",
        Effect.fn("http.webhooks.rotateSecret")(function*({ params }) {
          const { secret, webhook } = yield* webhooks.rotateSecret(yield* currentEditing, params.id)
          const record = yield* records(yield* CurrentProject, [webhook])
          return { ...record(webhook), secret }
        }, answering)
      )
      .handle(
        "test",
        Effect.fn("http.webhooks.test")(function*({ params }) {
          return deliveryRecord(yield* webhooks.test(yield* currentEditing, params.id))
        }, answering)
      )
      .handle(
        "deliveries",
        Effect.fn("http.webhooks.deliveries")(function*({ params, query }) {
          const project = yield* CurrentProject
          const page = pageRequest(query)
          const filter = yield* readListQuery(deliveryFilterFields, query)
          const found = yield* webhooks.deliveries(project.id, params.id, filter, page)
          return yield* pageText(found, page, deliveryRecord)
        }, answering)
      )
      .handle(
        "delivery",
        Effect.fn("http.webhooks.delivery")(function*({ params }) {
          const project = yield* CurrentProject
          return deliveryRecord(yield* webhooks.delivery(project.id, params.id, params.delivery_id))
        }, answering)
      )
      .handle(
        "resend",
        Effect.fn("http.webhooks.resend")(function*({ params }) {
          const project = yield* CurrentProject
          return deliveryRecord(yield* webhooks.resend(project.id, params.id, params.delivery_id))
        }, answering)
      )
  })
)
