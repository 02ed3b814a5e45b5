import type { FunctionFamilies } from "../../../functions/families/Families.ts"
import type { Implementation } from "../Implementation.ts"
import { bits } from "./Bits.ts"
import { chains } from "./Chains.ts"
import { json } from "./Json.ts"
import { lists } from "./Lists.ts"
import { maths } from "./Maths.ts"
import { patterns } from "./Patterns.ts"
import { search } from "./Search.ts"
import { strings } from "./Strings.ts"
import { url } from "./Url.ts"
import { vectors } from "./Vectors.ts"

/** The meaning of each row of the families. */
export const families = {
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
} satisfies Record<keyof FunctionFamilies, Implementation>
