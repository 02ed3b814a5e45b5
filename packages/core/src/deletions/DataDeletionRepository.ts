import { Context } from "effect"
import type { EntityRepository } from "../entities/EntityRepository.ts"
import type { DataDeletion } from "./DataDeletion.ts"

/** Storage of deletions. */
export class DataDeletionRepository extends Context.Service<DataDeletionRepository, EntityRepository<DataDeletion>>()(
  "@hedgerow/core/deletions/DataDeletionRepository"
) {}
