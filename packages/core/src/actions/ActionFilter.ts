import type { EntityQuery } from "../entities/EntityRepository.ts"
import { all, contains, given } from "../entities/Where.ts"
import type { Action } from "./Action.ts"

/** The conditions on the actions of a list; deleted ones are never in it. */
export interface ActionFilter {
  /** In the name, in any letter case. */
  readonly search?: string
}

/** The newest first. */
export const actionsBy = ({ search }: ActionFilter): EntityQuery<Action> => ({
  where: all([given(search, (text) => contains("name", text))]),
  order: [{ field: "created_at", isDescending: true }]
})
