import { Context } from "effect"
import type { EntityRepository } from "../entities/EntityRepository.ts"
import type { Webhook } from "./Webhook.ts"

/** Storage of webhooks. */
export class WebhookRepository extends Context.Service<WebhookRepository, EntityRepository<Webhook>>()(
  "@hedgerow/core/webhooks/WebhookRepository"
) {}
