import { Result } from "effect"
import { canonicalJson } from "../../types/CanonicalJson.ts"
import type { Cell } from "../../types/Cell.ts"
import { compiled, type Implementation } from "./Implementation.ts"

const isText = (member: unknown): member is string => typeof member === "string"

/** The members of a list of texts as it is stored; any other text is alone. */
const textsOf = (text: string): ReadonlyArray<string> => {
  if (text === "") return []
  if (!text.startsWith("[")) return [text]
  const members = Result.getOrUndefined(Result.try((): unknown => JSON.parse(text)))
  return Array.isArray(members) && members.every(isText) && canonicalJson(members) === text ? members : [text]
}

const answerTexts: Implementation = (call, args) => {
  const text = compiled(call, args, 0)
  return (frame): Cell => {
    const cell = text(frame)
    return typeof cell === "string" ? textsOf(cell) : []
  }
}

/** Functions over answers to surveys. */
export const answers = { answerTexts }
