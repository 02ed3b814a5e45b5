import { arithmetic } from "../resolve/Arithmetic.ts"
import type { FunctionEntry } from "./CallSite.ts"
import { aggregateEntries, type AggregateEntry } from "./CatalogueAggregates.ts"
import { conversions, dates } from "./CatalogueDates.ts"
import { logic } from "./CatalogueLogic.ts"
import { texts } from "./CatalogueText.ts"
import { closestName } from "./ClosestName.ts"
import { signatureEntries } from "./SignatureEntries.ts"

const functionEntries: Readonly<Record<string, FunctionEntry>> = {
  ...logic,
  ...signatureEntries,
  ...arithmetic,
  ...texts,
  ...dates,
  ...conversions
}

/** Finds by exact name, or in any letter case where the entry says so. */
const finder = <A extends { readonly anyCase?: true }>(entries: Readonly<Record<string, A>>) => {
  const exact = new Map(Object.entries(entries))
  const lower = new Map(
    Object.entries(entries).flatMap(([name, entry]) =>
      entry.anyCase === true ? [[name.toLowerCase(), entry] as const] : []
    )
  )
  return (name: string): A | undefined => exact.get(name) ?? lower.get(name.toLowerCase())
}

/** The function of that name. Names are case-sensitive unless their entry says otherwise. */
export const findFunction: (name: string) => FunctionEntry | undefined = finder(functionEntries)

/** The aggregate of that name. */
export const findAggregateEntry: (name: string) => AggregateEntry | undefined = finder(aggregateEntries)

/** Every name the catalogue knows, as documentation and completion list them. */
export const functionNames: ReadonlyArray<string> = [...Object.keys(functionEntries), ...Object.keys(aggregateEntries)]

/** The known name closest to an unknown one, when it is close enough to be meant. */
export const suggestFunction = (name: string): string | undefined => closestName(name, functionNames)
