import { Context } from "effect"
import type { EntityRepository } from "../../entities/EntityRepository.ts"
import type { Holdout } from "./Holdout.ts"

/** Storage of holdouts. */
export class HoldoutRepository extends Context.Service<HoldoutRepository, EntityRepository<Holdout>>()(
  "@hedgerow/core/experiments/holdouts/HoldoutRepository"
) {}
