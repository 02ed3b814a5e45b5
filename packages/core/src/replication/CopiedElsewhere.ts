import { Context } from "effect"

/**
 * Whether an event store keeps copies of persons, merges, groups and members of cohorts: then their repositories return the
 * messages of each change (`CopiedChange`). Read once, when a repository is made.
 */
export class CopiedElsewhere extends Context.Reference<boolean>("@hedgerow/core/replication/CopiedElsewhere", {
  defaultValue: () => false
}) {}
