import type { FunctionName } from "../../functions/Functions.ts"
import { answers } from "./Answers.ts"
import { arithmetic } from "./Arithmetic.ts"
import { arrays } from "./Arrays.ts"
import { comparison } from "./Comparison.ts"
import { conversions } from "./Conversion.ts"
import { families } from "./families/Families.ts"
import type { Implementation } from "./Implementation.ts"
import { lists } from "./Lists.ts"
import { logic } from "./Logic.ts"
import { text } from "./Text.ts"

/** Only ClickHouse has it: the resolver refuses it for all others. */
const native: Implementation = () => {
  throw new Error("The plan calls a function that only ClickHouse has")
}

/** Every function of the plan. */
export const functionTable = {
  ...comparison,
  ...logic,
  ...arithmetic,
  ...text,
  ...conversions,
  ...arrays,
  ...lists,
  ...families,
  native,
  ...answers
} satisfies Record<Exclude<FunctionName, "arrayMap" | "arrayFilter" | "arrayFold">, Implementation>
