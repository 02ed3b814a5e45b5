import { Context } from "effect"
import type { EntityRepository } from "../entities/EntityRepository.ts"
import type { Subscription } from "./Subscription.ts"

/** Storage of subscriptions. */
export class SubscriptionRepository extends Context.Service<SubscriptionRepository, EntityRepository<Subscription>>()(
  "@hedgerow/core/subscriptions/SubscriptionRepository"
) {}
