import { slicedArrays } from "./Arrays.ts"
import { slicedPatterns } from "./families/Patterns.ts"
import { slicedSearch } from "./families/Search.ts"
import { slicedStrings } from "./families/Strings.ts"
import type { SlicedFunction } from "./Implementation.ts"
import { slicedText } from "./Text.ts"

const slicedFunctions: ReadonlyMap<string, SlicedFunction> = new Map(
  Object.entries<SlicedFunction>({
    ...slicedArrays,
    ...slicedPatterns,
    ...slicedSearch,
    ...slicedText,
    ...slicedStrings
  })
)

/** The function in slices, where it may take long for one cell of ordinary size. Its NULL rule is that of `strict`. */
export const slicedFunction = (fn: string): SlicedFunction | undefined => slicedFunctions.get(fn)
