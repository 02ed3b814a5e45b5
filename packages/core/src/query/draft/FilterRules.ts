import { fact, type Rule } from "./PromptReader.ts"
import { conditionAt, operators } from "./PropertyConditions.ts"
import { phrases } from "./Words.ts"

const introductions = phrases(
  "where the|where|whose|when the|when|with a|with the|with an|with|having|for which|if|only for|only where|only with|only if|" +
    "only when|for|in|on|from|using|of|and|but"
)

/** `where plan is pro and amount is at least 10`, `with plan pro`. */
const readFilter: Rule = (prompt, at) => {
  const start = prompt.match(at, introductions)
  const isBare = start === 0
  if (isBare && prompt.match(at - 1, phrases("which|what|what's")) > 0) return undefined
  const property = prompt.property(at + start)
  if (property === undefined) return undefined
  const length = start + property.length
  if (isBare && prompt.match(at + length, operators) === 0) return undefined
  const condition = conditionAt(prompt, at + length, property.meant)
  if (condition === undefined) return undefined
  return fact(length + condition.length, { _tag: "Filter", condition: condition.meant })
}

/** Rules for conditions on events. */
export const filterRules: ReadonlyArray<Rule> = [readFilter]
