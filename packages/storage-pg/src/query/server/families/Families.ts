import { bitFunctions } from "./BitFunctions.ts"
import { mathFunctions } from "./MathFunctions.ts"
import { searchFunctions } from "./SearchFunctions.ts"
import { stringFunctions } from "./StringFunctions.ts"

/** The functions that the families' rows are written with. */
export const familyFunctions: ReadonlyArray<string> = [...mathFunctions, ...bitFunctions, ...stringFunctions, ...searchFunctions]
