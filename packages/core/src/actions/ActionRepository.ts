import { Context } from "effect"
import type { EntityRepository } from "../entities/EntityRepository.ts"
import type { Action } from "./Action.ts"

/** Storage of actions. */
export class ActionRepository extends Context.Service<ActionRepository, EntityRepository<Action>>()(
  "@hedgerow/core/actions/ActionRepository"
) {}
