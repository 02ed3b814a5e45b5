import { bind, type FunctionRenderings, valueOf } from "../ExprRenderer.ts"
import { sqlText } from "../SqlText.ts"

/** A text as canonical JSON writes it. */
const text = String.raw`"(?:[^"\\\x01-\x1f]|\\(?:["\\bfnrt]|u00(?:0[1-7be-f]|1[0-9a-f])))*"`

const isListOfTexts = sqlText(String.raw`^\[(?:${text}(?:,${text})*)?\]$`)

/** Functions over answers to surveys. */
export const answers = {
  answerTexts: valueOf((value) =>
    bind([`ifNull(${value}, '')`], (a = "") => {
      const members = `JSONExtract(${a}, 'Array(String)')`
      return `multiIf(${a} = '', CAST([], 'Array(String)'), match(${a}, ${isListOfTexts}), ${members}, [${a}])`
    })
  )
} satisfies FunctionRenderings
