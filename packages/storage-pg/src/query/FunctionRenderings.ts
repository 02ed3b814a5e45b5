import type { FunctionName } from "@hedgerow/core/query/sql/Functions"
import type { FunctionRendering } from "./ExprRenderer.ts"
import { answers } from "./functions/Answers.ts"
import { arithmetic } from "./functions/Arithmetic.ts"
import { arrays } from "./functions/Arrays.ts"
import { comparison } from "./functions/Comparison.ts"
import { conversions } from "./functions/Conversion.ts"
import { families } from "./functions/families/Families.ts"
import { logic } from "./functions/Logic.ts"
import { text } from "./functions/Text.ts"

/** How PostgreSQL writes each function of the plan. */
export const functionRenderings: Readonly<Record<FunctionName, FunctionRendering>> = {
  ...comparison,
  ...logic,
  ...arithmetic,
  ...text,
  ...conversions,
  ...arrays,
  ...families,
  ...answers
} satisfies Record<FunctionName, FunctionRendering>
