import { Context } from "effect"

/**
 * Whether an event store keeps copies of persons, merges, groups and members of cohorts: then their repositories tell each
 * change through the outbox, in the transaction of the change. Read once, when a repository is made.
 */
export class CopiedElsewhere extends Context.Reference<boolean>("@hedgerow/core/replication/CopiedElsewhere", {
  defaultValue: () => false
}) {}
