import { bitFunctions } from "./BitFunctions.ts"
import { chainFunctions } from "./ChainFunctions.ts"
import { documentFunctions } from "./DocumentFunctions.ts"
import { mathFunctions } from "./MathFunctions.ts"
import { patternFunctions } from "./PatternFunctions.ts"
import { searchFunctions } from "./SearchFunctions.ts"
import { stringFunctions } from "./StringFunctions.ts"
import { urlFunctions } from "./UrlFunctions.ts"
import { vectorFunctions } from "./VectorFunctions.ts"

/** The functions that the families' rows are written with. */
export const familyFunctions: ReadonlyArray<string> = [
  ...mathFunctions,
  ...bitFunctions,
  ...stringFunctions,
  ...searchFunctions,
  ...urlFunctions,
  ...documentFunctions,
  ...vectorFunctions,
  ...chainFunctions,
  ...patternFunctions
]
