import { aggregateEntries, type AggregateEntry } from "./CatalogueAggregates.ts"
import { finder } from "./FindByName.ts"

/** The aggregate of that name. */
export const findAggregateEntry: (name: string) => AggregateEntry | undefined = finder(aggregateEntries)
