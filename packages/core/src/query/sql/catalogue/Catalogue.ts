import { arithmetic } from "../resolve/Arithmetic.ts"
import type { FunctionEntry } from "./CallSite.ts"
import { aggregateEntries, type AggregateEntry } from "./CatalogueAggregates.ts"
import { conversions, dates } from "./CatalogueDates.ts"
import { logic } from "./CatalogueLogic.ts"
import { texts } from "./CatalogueText.ts"

const functionEntries: Readonly<Record<string, FunctionEntry>> = {
  ...logic,
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

/** How many letters must change to turn one name into the other. */
const distance = (left: string, right: string): number => {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index)
  for (const [i, letter] of [...left].entries()) {
    const next = [i + 1]
    for (const [j, other] of [...right].entries()) {
      const replaced = (row[j] ?? 0) + (letter === other ? 0 : 1)
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1))
    }
    row = next
  }
  return row[right.length] ?? 0
}

/** The known name closest to an unknown one, when it is close enough to be meant. */
export const suggestFunction = (name: string): string | undefined => {
  if (name.length > 64) return undefined
  const wanted = name.toLowerCase()
  const close = functionNames
    .map((known) => ({ known, changes: distance(wanted, known.toLowerCase()) }))
    .filter(({ changes, known }) => changes <= Math.floor(Math.max(known.length, wanted.length) / 4))
    .sort((left, right) => left.changes - right.changes)
  return close[0]?.known
}
