import { Context } from "effect"
import type { EntityRepository } from "../entities/EntityRepository.ts"
import type { SubscriptionDelivery } from "./SubscriptionDelivery.ts"

/** Storage of the deliveries of subscriptions. */
export class SubscriptionDeliveryRepository
  extends Context.Service<SubscriptionDeliveryRepository, EntityRepository<SubscriptionDelivery>>()(
    "@hedgerow/core/subscriptions/SubscriptionDeliveryRepository"
  )
{}
