import { Context, DateTime, Effect, Layer, Option } from "effect"
import type { Changes, Editing } from "../entities/Changes.ts"
import { type Edit, makeEntityEditing, type NewEdit } from "../entities/EntityEditing.ts"
import type { ProjectId } from "../identity/Project.ts"
import type { Jobs } from "../jobs/Jobs.ts"
import * as Secrets from "../secrets/Secrets.ts"
import { type ChangedFields, type FieldValues, readChanges, readFields, withChanges } from "../shared/Fields.ts"
import { InvalidInput } from "../shared/InvalidInput.ts"
import type { Page, PageRequest } from "../shared/Page.ts"
import { Transaction } from "../shared/Transaction.ts"
import { makeUuid7, parseUuid } from "../shared/Uuid.ts"
import { OutgoingHttp } from "./OutgoingHttp.ts"
import { secretPlace, Webhook, webhookEntity } from "./Webhook.ts"
import { deliveriesBy, type DeliveryFilter, WebhookDelivery, type WebhookDeliveryId } from "./WebhookDelivery.ts"
import { makeDeliveryQueue } from "./WebhookDeliveryQueue.ts"
import { WebhookDeliveryRepository } from "./WebhookDeliveryRepository.ts"
import { WebhookDeliveryNotFound, WebhookNotFound } from "./WebhookErrors.ts"
import { newWebhookFields, webhookFields } from "./WebhookInput.ts"
import { WebhookRepository } from "./WebhookRepository.ts"
import { makeWebhookSecret } from "./WebhookSignature.ts"
import { webhookTest } from "./WebhookTypes.ts"

/** The most webhooks of a project that are not deleted. */
export const maxWebhooks = 100

/** After a rotation signatures are made with the former secret, too, for so long. */
const previousSecretKept = { hours: 24 }

/** A webhook together with the key of its signatures, which cannot be asked for again. */
export interface IssuedWebhook {
  readonly webhook: Webhook
  readonly secret: string
}

/** The fields of a change that clients send, and those that the server changes. */
type Sent = ChangedFields<typeof webhookFields> & {
  readonly paused_reason?: string | null
  readonly failing_since?: null
  readonly secret?: string
  readonly previous_secret?: string
  readonly previous_secret_until?: DateTime.Utc
}

const notSealed = InvalidInput.at(
  [],
  "invalid_input",
  "A webhook cannot be made: this installation has no secret key to seal its secret with."
)

const tooMany = InvalidInput.at([], "invalid_input", `A project has at most ${maxWebhooks} webhooks.`)

/** What turning a webhook on and off means for its other fields: who turns it on gives it a new day. */
const switched = ({ before, sent }: Edit<Webhook, Sent>): Sent => {
  if (sent.active === undefined || sent.active === before?.active) return sent
  return sent.active ? { ...sent, paused_reason: null, failing_since: null } : sent
}

/** The webhooks of projects and their deliveries. Ids stand as in URLs: a text that is none finds nothing. */
export class Webhooks extends Context.Service<Webhooks, {
  /** By id. */
  readonly list: (project: ProjectId, page: PageRequest) => Effect.Effect<Page<Webhook>>
  /** Also a deleted one. */
  readonly find: (project: ProjectId, id: string) => Effect.Effect<Webhook, WebhookNotFound>
  readonly create: (by: Editing, body: unknown) => Effect.Effect<IssuedWebhook, InvalidInput>
  /** Changes what `body` names; turned on again, what is pending is sent. */
  readonly patch: (by: Editing, id: string, body: unknown) => Effect.Effect<Webhook, InvalidInput | WebhookNotFound>
  /** Turns it off, with the reason. */
  readonly pause: (by: Editing, id: number, reason: string) => Effect.Effect<Webhook, InvalidInput | WebhookNotFound>
  /** Gives it a new secret. For a day signatures are made with both. */
  readonly rotateSecret: (by: Editing, id: string) => Effect.Effect<IssuedWebhook, InvalidInput | WebhookNotFound>
  /** Sends a message of the type `webhook.test`. */
  readonly test: (by: Editing, id: string) => Effect.Effect<WebhookDelivery, WebhookNotFound>
  /** The latest first. */
  readonly deliveries: (
    project: ProjectId,
    id: string,
    filter: Omit<DeliveryFilter, "webhook_id">,
    page: PageRequest
  ) => Effect.Effect<Page<WebhookDelivery>, WebhookNotFound>
  readonly delivery: (
    project: ProjectId,
    id: string,
    delivery: string
  ) => Effect.Effect<WebhookDelivery, WebhookDeliveryNotFound | WebhookNotFound>
  /** Sends a delivery once more, with all its attempts. */
  readonly resend: (
    project: ProjectId,
    id: string,
    delivery: string
  ) => Effect.Effect<WebhookDelivery, WebhookDeliveryNotFound | WebhookNotFound>
}>()("@hedgerow/core/webhooks/Webhooks") {
  static readonly layer: Layer.Layer<
    Webhooks,
    never,
    Changes | Jobs | Transaction | WebhookDeliveryRepository | WebhookRepository
  > = Layer.effect(
    Webhooks,
    Effect.gen(function*() {
      const repository = yield* WebhookRepository
      const rows = yield* WebhookDeliveryRepository
      const transaction = yield* Transaction
      const queue = yield* makeDeliveryQueue

      const requirePlace = Effect.fnUntraced(function*({ deleted, project_id }: Webhook, before: Webhook | undefined) {
        if (deleted || before?.deleted === false) return
        if ((yield* repository.all(project_id)).length >= maxWebhooks) return yield* tooMany
      })

      const requireAllowed = Effect.fnUntraced(function*({ url }: Webhook, before: Webhook | undefined) {
        const { refusal } = yield* OutgoingHttp
        const reason = url === before?.url ? undefined : refusal(url)
        if (reason !== undefined) return yield* InvalidInput.at(["url"], "invalid_input", reason)
      })

      const editing = yield* makeEntityEditing(webhookEntity, repository, {
        missing: () => new WebhookNotFound(),
        lock: repository.lock,
        blank: ({ made, sent }: NewEdit<Webhook, FieldValues<typeof newWebhookFields> & { readonly secret: string }>) =>
          new Webhook({
            ...sent,
            ...made,
            types: [...sent.types],
            filters: sent.filters,
            paused_reason: null,
            failing_since: null,
            previous_secret: null,
            previous_secret_until: null,
            deleted: false,
            updated_at: made.created_at
          }),
        draft: (edit: Edit<Webhook, Sent>) =>
          Effect.succeed({ ...edit, after: withChanges(edit.from, switched(edit) as Partial<Webhook>) }),
        check: ({ after, before }) => Effect.andThen(requireAllowed(after, before), requirePlace(after, before)),
        stamp: ({ now }) => ({ updated_at: now }),
        // The secret of a new one is sealed for its id, which is known by now.
        seal: Effect.fnUntraced(function*({ after, before }) {
          if (after.secret === before?.secret) return after
          const secret = yield* Effect.mapError(Secrets.seal(after.secret, secretPlace(after)), () => notSealed)
          return new Webhook({ ...after, secret })
        }),
        // What was pending while it was off is sent.
        follow: ({ after, before }) =>
          after.active && before?.active === false
            ? Effect.asVoid(queue.sendAll(after.project_id, after.id))
            : Effect.void
      })

      const findDelivery = Effect.fnUntraced(function*(
        project: ProjectId,
        id: string,
        delivery: string,
        find: typeof rows.find = rows.find
      ) {
        const webhook = yield* editing.find(project, id)
        const uuid = parseUuid(delivery) as WebhookDeliveryId | undefined
        const found = uuid === undefined ? undefined : Option.getOrUndefined(yield* find(project, uuid))
        if (found === undefined || found.webhook_id !== webhook.id) return yield* new WebhookDeliveryNotFound()
        return found
      })

      return Webhooks.of({
        list: Effect.fn("Webhooks.list")((project, page) => repository.list(project, {}, page)),
        find: Effect.fn("Webhooks.find")(editing.find),

        create: Effect.fn("Webhooks.create")(function*(by, body) {
          const secret = yield* makeWebhookSecret
          const read = Effect.map(readFields(newWebhookFields, body), (fields) => ({ ...fields, secret }))
          return { webhook: yield* editing.create(by, read), secret }
        }),

        patch: Effect.fn("Webhooks.patch")((by, id, body) =>
          editing.update(by, id, () => readChanges(webhookFields, body))
        ),

        pause: Effect.fn("Webhooks.pause")((by, id, paused_reason) =>
          editing.update(by, id, () => Effect.succeed({ active: false, paused_reason }))
        ),

        rotateSecret: Effect.fn("Webhooks.rotateSecret")(function*(by, id) {
          const secret = yield* makeWebhookSecret
          const until = DateTime.add(yield* DateTime.now, previousSecretKept)
          const webhook = yield* editing.update(
            by,
            id,
            (before) => Effect.succeed({ secret, previous_secret: before.secret, previous_secret_until: until })
          )
          return { webhook, secret }
        }),

        test: Effect.fn("Webhooks.test")(function*(by, id) {
          const webhook = yield* editing.find(by.project.id, id)
          const message = {
            type: webhookTest,
            at: yield* DateTime.now,
            record: "test",
            summary: "This is a test.",
            data: { project_id: webhook.project_id, webhook_id: webhook.id }
          }
          const place = { source: `${webhook.id}/test/${yield* makeUuid7}`, position: 0 }
          return yield* Effect.orDie(transaction.run(queue.add(webhook, message, place)))
        }),

        deliveries: Effect.fn("Webhooks.deliveries")(function*(project, id, filter, page) {
          const webhook = yield* editing.find(project, id)
          return yield* rows.list(project, deliveriesBy({ ...filter, webhook_id: webhook.id }), page)
        }),

        delivery: Effect.fn("Webhooks.delivery")((project, id, delivery) => findDelivery(project, id, delivery)),

        resend: Effect.fn("Webhooks.resend")(
          function*(project, id, delivery) {
            const found = yield* findDelivery(project, id, delivery, rows.findForUpdate)
            const again = new WebhookDelivery({ ...found, state: "pending", attempts: 0, next_attempt_at: null })
            yield* Effect.orDie(rows.update(again))
            yield* queue.send(project, found.webhook_id, found.record)
            return again
          },
          transaction.run
        )
      })
    })
  )
}
