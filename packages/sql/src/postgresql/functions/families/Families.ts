import type { FunctionFamilies } from "../../../functions/families/Families.ts"
import { bits } from "./Bits.ts"
import { chains } from "./Chains.ts"
import { json } from "./Json.ts"
import { lists } from "./Lists.ts"
import { maths, type Renderings } from "./Maths.ts"
import { patterns } from "./Patterns.ts"
import { search } from "./Search.ts"
import { strings } from "./Strings.ts"
import { url } from "./Url.ts"
import { vectors } from "./Vectors.ts"

/** PostgreSQL's form of the rows of the families. */
export const families: Renderings<FunctionFamilies> = {
  ...maths,
  ...bits,
  ...strings,
  ...search,
  ...url,
  ...json,
  ...lists,
  ...vectors,
  ...chains,
  ...patterns
}
