import { Context } from "effect"
import type { EntityRepository } from "../../entities/EntityRepository.ts"
import type { ScheduledChange } from "./ScheduledChange.ts"

/** Storage of scheduled changes. */
export class ScheduledChangeRepository
  extends Context.Service<ScheduledChangeRepository, EntityRepository<ScheduledChange>>()(
    "@hedgerow/core/flags/scheduling/ScheduledChangeRepository"
  )
{}
