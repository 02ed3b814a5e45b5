import { Context, type DateTime, type Effect } from "effect"
import type { EntityRepository } from "../entities/EntityRepository.ts"
import type { EntityColumns } from "../entities/Where.ts"
import type { DeliveryKnown, WebhookDelivery } from "./WebhookDelivery.ts"

/** Storage of deliveries. */
export class WebhookDeliveryRepository extends Context.Service<
  WebhookDeliveryRepository,
  EntityRepository<WebhookDelivery, EntityColumns, DeliveryKnown> & {
    /** Removes deliveries of all projects that were made earlier, pending ones too; answers the number. */
    readonly removeOld: (before: DateTime.Utc) => Effect.Effect<number>
  }
>()("@hedgerow/core/webhooks/WebhookDeliveryRepository") {}
