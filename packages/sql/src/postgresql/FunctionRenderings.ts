import type { FunctionName } from "../functions/Functions.ts"
import { type FunctionRendering, value } from "./ExprRenderer.ts"
import { answers } from "./functions/Answers.ts"
import { arithmetic } from "./functions/Arithmetic.ts"
import { arrays } from "./functions/Arrays.ts"
import { comparison } from "./functions/Comparison.ts"
import { conversions } from "./functions/Conversion.ts"
import { families } from "./functions/families/Families.ts"
import { logic } from "./functions/Logic.ts"
import { text } from "./functions/Text.ts"

/** The resolver refuses what only ClickHouse has. */
const native = value(() => {
  throw new Error("The plan calls a function that only ClickHouse has")
})

/** PostgreSQL's form of each function of the plan. */
export const functionRenderings: Readonly<Record<FunctionName, FunctionRendering>> = {
  ...comparison,
  ...logic,
  ...arithmetic,
  ...text,
  ...conversions,
  ...arrays,
  ...families,
  native,
  ...answers
} satisfies Record<FunctionName, FunctionRendering>
