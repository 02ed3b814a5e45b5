import { type FunctionRenderings, valueOf } from "../ExprRenderer.ts"

/** Functions over answers to surveys. */
export const answers = {
  answerTexts: valueOf((a) => `COALESCE(hg_answer_texts(${a}), '{}')`)
} satisfies FunctionRenderings
