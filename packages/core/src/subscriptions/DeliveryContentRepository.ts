import { Context } from "effect"
import type { EntityRepository } from "../entities/EntityRepository.ts"
import type { DeliveryContent } from "./DeliveryContent.ts"

/** Storage of what deliveries tell. */
export class DeliveryContentRepository
  extends Context.Service<DeliveryContentRepository, EntityRepository<DeliveryContent>>()(
    "@hedgerow/core/subscriptions/DeliveryContentRepository"
  )
{}
