import type { EntityQuery } from "../entities/EntityRepository.ts"
import { all, contains, given } from "../entities/Where.ts"
import type { Action } from "./Action.ts"

/** Which actions are meant, of those not deleted. */
export interface ActionFilter {
  /** In the name, in any letter case. */
  readonly search?: string
}

/** The newest first. */
export const actionsBy = ({ search }: ActionFilter): EntityQuery<Action> => ({
  where: all([given(search, (text) => contains("name", text))]),
  order: [{ field: "created_at", isDescending: true }]
})
