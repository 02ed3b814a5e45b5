import type { CaseGroup } from "../ExpressionCase.ts"
import { answerGroups } from "./AnswerCases.ts"
import { arithmeticGroups } from "./ArithmeticCases.ts"
import { arrayGroups } from "./ArrayCases.ts"
import { comparisonGroups } from "./ComparisonCases.ts"
import { conversionGroups } from "./ConversionCases.ts"
import { dateGroups } from "./DateCases.ts"
import { logicGroups } from "./LogicCases.ts"
import { textGroups } from "./TextCases.ts"

/** Every expression case of the contract. */
export const expressionGroups: ReadonlyArray<CaseGroup> = [
  ...comparisonGroups,
  ...logicGroups,
  ...arithmeticGroups,
  ...textGroups,
  ...conversionGroups,
  ...dateGroups,
  ...arrayGroups,
  ...answerGroups
]
