import { Context } from "effect"
import type { EntityRepository } from "../../entities/EntityRepository.ts"
import type { ChangeRequest } from "./ChangeRequest.ts"

/** Storage of change requests. */
export class ChangeRequestRepository
  extends Context.Service<ChangeRequestRepository, EntityRepository<ChangeRequest>>()(
    "@hedgerow/core/flags/approvals/ChangeRequestRepository"
  )
{}
