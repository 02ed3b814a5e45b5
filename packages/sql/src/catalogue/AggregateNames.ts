import { aggregateEntries, type AggregateEntry, internalAggregates } from "./CatalogueAggregates.ts"
import { finder } from "./FindByName.ts"

/** The aggregate of that name. */
export const findAggregateEntry: (name: string) => AggregateEntry | undefined = finder({
  ...aggregateEntries,
  ...internalAggregates
})
