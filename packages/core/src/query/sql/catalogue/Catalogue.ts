import { arithmetic } from "../resolve/Arithmetic.ts"
import type { FunctionEntry } from "./CallSite.ts"
import { aggregateEntries } from "./CatalogueAggregates.ts"
import { arrays } from "./CatalogueArrays.ts"
import { conversions, dates } from "./CatalogueDates.ts"
import { logic } from "./CatalogueLogic.ts"
import { texts } from "./CatalogueText.ts"
import { windowNames } from "./CatalogueWindows.ts"
import { closestName } from "./ClosestName.ts"
import { finder } from "./FindByName.ts"
import { signatureEntries } from "./SignatureEntries.ts"

const functionEntries: Readonly<Record<string, FunctionEntry>> = {
  ...logic,
  ...signatureEntries,
  ...arithmetic,
  ...texts,
  ...dates,
  ...conversions,
  ...arrays
}

/** The function of that name. Names are case-sensitive unless their entry says otherwise. */
export const findFunction: (name: string) => FunctionEntry | undefined = finder(functionEntries)

/** Every name the catalogue knows, as documentation and completion list them. */
export const functionNames: ReadonlyArray<string> = [
  ...Object.keys(functionEntries),
  ...Object.keys(aggregateEntries),
  ...windowNames
]

/** The known name closest to an unknown one, when it is close enough to be meant. */
export const suggestFunction = (name: string): string | undefined => closestName(name, functionNames)
