import type { Entries, FunctionEntry } from "../planning/CallSite.ts"
import { closestName } from "../planning/ClosestName.ts"
import type { Described, Parameter } from "../planning/Described.ts"
import type { Functions } from "../planning/Planning.ts"
import { arithmetic } from "./Arithmetic.ts"
import { byKeyEntries } from "./ByKey.ts"
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
import { texts } from "./CatalogueText.ts"
import { values } from "./CatalogueValues.ts"
import { windowEntries } from "./CatalogueWindows.ts"
import { composedEntries, internalEntries } from "./Composed.ts"
import { finder } from "./FindByName.ts"
import { ownName } from "./ForeignNames.ts"
import { groupEntries, macroEntries, macroParts } from "./Macros.ts"
import { nativeEntries } from "./NativeEntries.ts"
import { signatureEntries } from "./SignatureEntries.ts"
import { typedNames } from "./TypedNames.ts"

const functionEntries: Readonly<Record<string, FunctionEntry>> = {
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
  ...typedNames,
  ...arrays,
  ...lists,
  ...macroEntries,
  ...documents,
  ...readable
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

/** The other names of functions, by the name that they stand for. */
const aliasesIn = (entries: Readonly<Record<string, Described>>): ReadonlyMap<string, ReadonlyArray<string>> => {
  const aliases = new Map<string, Array<string>>()
  for (const [name, { aliasOf }] of Object.entries(entries)) {
    if (aliasOf !== undefined) aliases.set(aliasOf, [...aliases.get(aliasOf) ?? [], name])
  }
  return aliases
}

const rowsOf = (
  kind: CatalogueRow["kind"],
  entries: Readonly<Record<string, Described>>
): ReadonlyArray<CatalogueRow> => {
  const aliases = aliasesIn(entries)
  return Object.entries(entries).filter(([, { aliasOf }]) => aliasOf === undefined).map(
    ([name, { anyCase, meaning, nulls, parameters, result }]) => ({
      name,
      kind,
      aliases: aliases.get(name) ?? [],
      parameters,
      result,
      nulls,
      meaning,
      isAnyCase: anyCase === true
    })
  )
}

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

/** The functions of a dialect: those of this package and its own. */
export interface Catalogue extends Functions {
  /** The catalogue as data, by name, for documentation, completion and tests. */
  readonly rows: ReadonlyArray<CatalogueRow>
  /** Every name that it knows, as documentation and completion list them. */
  readonly names: ReadonlyArray<string>
}

const named = (entries: Readonly<Record<string, { readonly anyCase?: true; readonly aliasOf?: string }>>) =>
  Object.fromEntries(Object.entries(entries).map(([name, entry]) => [name, { ...entry, name }]))

/** A dialect with functions of its own beside those that every dialect has. */
export const makeCatalogue = (own: Entries): Catalogue => {
  const functions = { ...functionEntries, ...own }
  const row = finder({
    ...named(functions),
    ...named(aggregateEntries),
    ...named(groupEntries),
    ...named(windowEntries)
  })
  const names = [functions, aggregateEntries, groupEntries, windowEntries].flatMap((entries) => Object.keys(entries))
  return {
    rows: [
      ...rowsOf("function", functions),
      ...rowsOf("aggregate", { ...described, ...groupEntries }),
      ...rowsOf("window", windowEntries)
    ].toSorted((a, b) => a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1),
    names,
    find: finder({ ...functions, ...groupEntries, ...internalEntries, ...byKeyEntries, ...macroParts }),
    nameOf: (name) => {
      const found = row(name)
      return found?.aliasOf ?? found?.name
    },
    suggest: (name) => ownName(name) ?? closestName(name, names)
  }
}

/** The dialect without functions of somebody's own. */
export const dialect: Catalogue = makeCatalogue({})
