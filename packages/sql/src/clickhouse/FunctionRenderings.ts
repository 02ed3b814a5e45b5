import type { FunctionName } from "../functions/Functions.ts"
import { argument } from "../plan/PlanWalk.ts"
import { isComposite, isInteger } from "../types/SqlType.ts"
import { chType } from "./ChType.ts"
import { type FunctionRendering, value } from "./ExprRenderer.ts"
import { answers } from "./functions/Answers.ts"
import { arithmetic } from "./functions/Arithmetic.ts"
import { arrays } from "./functions/Arrays.ts"
import { comparison } from "./functions/Comparison.ts"
import { conversions } from "./functions/Conversion.ts"
import { families } from "./functions/families/Families.ts"
import { logic } from "./functions/Logic.ts"
import { text } from "./functions/Text.ts"
import { sqlText } from "./SqlText.ts"

/** The function under its own name, whole numbers as the small ones it takes, with a result of the plan's type. */
const native = value((call, r) => {
  const name = argument(call, 0)
  const text = `${name._tag === "Literal" ? String(name.value) : ""}(${
    call.args.slice(1).map((arg) =>
      isInteger(arg.type)
        ? `toUInt8(least(greatest(${r.value(arg)}, 0), 255))`
        : isComposite(arg.type)
        ? `CAST(${r.value(arg)}, 'Array(String)')`
        : r.value(arg)
    ).join(", ")
  })`
  return isComposite(call.type)
    ? `CAST(${text}, ${sqlText(chType(call.type))})`
    : `CAST(${text}, ${sqlText(`Nullable(${chType(call.type)})`)})`
})

/** ClickHouse's form of each function of the plan. */
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
