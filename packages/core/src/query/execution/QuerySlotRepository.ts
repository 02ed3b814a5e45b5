import type { Effect } from "effect"
import { Context } from "effect"
import type { EventTime } from "../../events/EventTime.ts"
import type { ProjectId } from "../../identity/Project.ts"
import type { Uuid } from "../../shared/Uuid.ts"

/** One node's share of the queries that a project may run at once. */
export interface SlotClaim {
  readonly project: ProjectId
  /** The process that asks. */
  readonly node: Uuid
  /** The number of slots of the project, over all nodes. */
  readonly capacity: number
  readonly now: EventTime
  /** Until then the node's slots are its own, unless it renews them. */
  readonly until: EventTime
}

/** Storage of the slots in which queries run, leased to nodes. */
export class QuerySlotRepository extends Context.Service<QuerySlotRepository, {
  /** Gives the node one more slot of the project; false when live nodes have them all. */
  readonly take: (claim: SlotClaim) => Effect.Effect<boolean>
  /** Gives a number of the node's slots back. */
  readonly give: (project: ProjectId, node: Uuid, slots: number) => Effect.Effect<void>
  /** Says that the node lives on: all it has is its own until then. */
  readonly renew: (node: Uuid, until: EventTime) => Effect.Effect<void>
}>()("@hedgerow/core/query/execution/QuerySlotRepository") {}
