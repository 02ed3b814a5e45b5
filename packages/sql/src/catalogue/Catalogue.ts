import type { FunctionEntry } from "../planning/CallSite.ts"
import { closestName } from "../planning/ClosestName.ts"
import type { Described, Parameter } from "../planning/Described.ts"
import { arithmetic } from "./Arithmetic.ts"
import { byKeyEntries } from "./ByKey.ts"
import { actions } from "./CatalogueActions.ts"
import { aggregateEntries, type AggregateEntry } from "./CatalogueAggregates.ts"
import { arrays } from "./CatalogueArrays.ts"
import { conversions } from "./CatalogueConversions.ts"
import { dates } from "./CatalogueDates.ts"
import { documents } from "./CatalogueDocuments.ts"
import { json } from "./CatalogueJson.ts"
import { lists } from "./CatalogueLists.ts"
import { logic } from "./CatalogueLogic.ts"
import { patterns } from "./CataloguePatterns.ts"
import { readable } from "./CatalogueReadable.ts"
import { surveys } from "./CatalogueSurveys.ts"
import { texts } from "./CatalogueText.ts"
import { values } from "./CatalogueValues.ts"
import { windowEntries } from "./CatalogueWindows.ts"
import { composedEntries, internalEntries } from "./Composed.ts"
import { finder } from "./FindByName.ts"
import { ownName } from "./ForeignNames.ts"
import { groupEntries, macroEntries, macroParts } from "./Macros.ts"
import { nativeEntries } from "./NativeEntries.ts"
import { signatureEntries } from "./SignatureEntries.ts"

const functionEntries: Readonly<Record<string, FunctionEntry>> = {
  ...actions,
  ...logic,
  ...signatureEntries,
  ...composedEntries,
  ...values,
  ...json,
  ...patterns,
  ...nativeEntries,
  ...arithmetic,
  ...texts,
  ...dates,
  ...conversions,
  ...arrays,
  ...lists,
  ...macroEntries,
  ...documents,
  ...readable,
  ...surveys
}

/** A function or aggregate as it is written, with its description. */
export interface CatalogueRow extends Pick<Described, "meaning" | "nulls" | "parameters" | "result"> {
  readonly name: string
  /** The name is known in any letter case. */
  readonly isAnyCase: boolean
  readonly kind: "function" | "aggregate" | "window"
  /** Other names of it. */
  readonly aliases: ReadonlyArray<string>
}

const rowsOf = (
  kind: CatalogueRow["kind"],
  entries: Readonly<Record<string, Described>>
): ReadonlyArray<CatalogueRow> =>
  Object.entries(entries).filter(([, { aliasOf }]) => aliasOf === undefined).map(
    ([name, { anyCase, meaning, nulls, parameters, result }]) => ({
      name,
      kind,
      aliases: Object.keys(entries).filter((other) => entries[other]?.aliasOf === name),
      parameters,
      result,
      nulls,
      meaning,
      isAnyCase: anyCase === true
    })
  )

const describedAggregate = ({ filtered, max, min, repeats, takes, ...entry }: AggregateEntry): Described => ({
  ...entry,
  parameters: [
    ...Array.from({ length: max }, (_, i): Parameter => {
      const type = takes[i] ?? "any"
      return repeats === true ? `${type}…` : i < min ? type : `${type}?`
    }),
    ...filtered ? ["condition" as const] : []
  ],
  nulls: "own"
})

const described = Object.fromEntries(
  Object.entries(aggregateEntries).map(([name, entry]) => [name, describedAggregate(entry)])
)

/** The catalogue as data, by name, for documentation, completion and tests. */
export const catalogue: ReadonlyArray<CatalogueRow> = [
  ...rowsOf("function", functionEntries),
  ...rowsOf("aggregate", { ...described, ...groupEntries }),
  ...rowsOf("window", windowEntries)
].toSorted((a, b) => a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1)

/** The function of that name. Names are case-sensitive by default. */
export const findFunction: (name: string) => FunctionEntry | undefined = finder({
  ...functionEntries,
  ...groupEntries,
  ...internalEntries,
  ...byKeyEntries,
  ...macroParts
})

/** The name of the row that a call by this name means; undefined for a name that the catalogue has not. */
export const catalogueName: (name: string) => string | undefined = (() => {
  const named = (entries: Readonly<Record<string, { readonly anyCase?: true; readonly aliasOf?: string }>>) =>
    Object.fromEntries(Object.entries(entries).map(([name, entry]) => [name, { ...entry, name }]))
  const find = finder({
    ...named(functionEntries),
    ...named(aggregateEntries),
    ...named(groupEntries),
    ...named(windowEntries)
  })
  return (name) => {
    const found = find(name)
    return found?.aliasOf ?? found?.name
  }
})()

/** Every name the catalogue knows, as documentation and completion list them. */
export const functionNames: ReadonlyArray<string> = [
  ...Object.keys(functionEntries),
  ...Object.keys(aggregateEntries),
  ...Object.keys(groupEntries),
  ...Object.keys(windowEntries)
]

/** The known name that an unknown one means in other dialects, or the closest one when it is close enough to be meant. */
export const suggestFunction = (name: string): string | undefined => ownName(name) ?? closestName(name, functionNames)
