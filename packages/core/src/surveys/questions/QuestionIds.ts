import { canonicalJson } from "@hedgerow/sql/types/CanonicalJson"
import { Effect } from "effect"
import { v4 } from "uuid"
import type { JsonRecord } from "../../shared/JsonRecord.ts"
import { RandomBytes } from "../../shared/RandomBytes.ts"
import { isBlank } from "./QuestionTexts.ts"

type Questions = ReadonlyArray<JsonRecord>

const sameness = ({ question, type }: JsonRecord): string => canonicalJson([type, question])

/**
 * The questions, each with an id: its own; without one that of a question of before that asks the very same, since answers
 * are stored by it; else a new one.
 */
export const withIds = Effect.fnUntraced(function*(questions: Questions, before: Questions = []) {
  const random = yield* RandomBytes
  const taken = new Set(questions.map(({ id }) => id))
  const free = before.filter(({ id }) => !isBlank(id) && !taken.has(id))
  return questions.map((question): JsonRecord => {
    if (!isBlank(question["id"])) return question
    const same = free.findIndex((other) => sameness(other) === sameness(question))
    const [known] = same === -1 ? [] : free.splice(same, 1)
    return { ...question, id: known?.["id"] ?? v4({ random: random(16) }) }
  })
})
