import { Context } from "effect"
import type { EntityRepository } from "../entities/EntityRepository.ts"
import type { Alert } from "./Alert.ts"

/** Storage of alerts. */
export class AlertRepository extends Context.Service<AlertRepository, EntityRepository<Alert>>()(
  "@hedgerow/core/alerts/AlertRepository"
) {}
