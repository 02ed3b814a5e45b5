import type { FunctionFamilies } from "../../../catalogue/families/Families.ts"
import type { Implementation } from "../Implementation.ts"
import { bits } from "./Bits.ts"
import { maths } from "./Maths.ts"
import { search } from "./Search.ts"
import { strings } from "./Strings.ts"

/** What the rows of the families mean. */
export const families = {
  ...maths,
  ...bits,
  ...strings,
  ...search
} satisfies Record<keyof FunctionFamilies, Implementation>
