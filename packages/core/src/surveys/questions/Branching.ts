import { isJsonRecord, type JsonRecord } from "../../shared/JsonRecord.ts"
import { shownValue } from "../../shared/ShownValue.ts"
import { type Faults, type Path, placed } from "./QuestionFaults.ts"

/** The question that follows: another one by its place, or the end. */
type Target = number | "end"

/** The ways in which a question can lead on. */
export const branchingTypes = ["next_question", "end", "specific_question", "response_based"] as const

/** The answers to a rating by which it branches, by its scale. */
const bucketsOf = (scale: unknown): ReadonlyArray<string> => {
  if (scale === 10) return ["detractors", "passives", "promoters"]
  return scale === 2 ? ["positive", "negative"] : ["negative", "neutral", "positive"]
}

/** The answers by which a question of its type can branch; undefined when it cannot. */
const answersOf = ({ choices, scale, type }: JsonRecord): ReadonlyArray<string> | undefined => {
  if (type === "rating") return bucketsOf(scale)
  if (type !== "single_choice") return undefined
  return Array.isArray(choices) ? choices.map((_, at) => String(at)) : []
}

const isTarget = (value: unknown, count: number): value is Target =>
  value === "end" || typeof value === "number" && Number.isInteger(value) && value >= 0 && value < count

const targetFault = (path: Path, value: unknown, count: number): Faults => {
  if (value === undefined || value === null) return [placed(path, "This field is required.", "required")]
  return isTarget(value, count)
    ? []
    : [placed(path, `"${shownValue(value)}" is no question: there are questions 0 to ${count - 1}.`)]
}

const responseFaults = (question: JsonRecord, branching: JsonRecord, count: number): Faults => {
  const { responseValues: values } = branching
  const answers = answersOf(question)
  if (answers === undefined) {
    return [placed(["branching", "type"], "Only ratings and single choices can branch by what is answered.")]
  }
  const path = ["branching", "responseValues"]
  if (!isJsonRecord(values)) return [placed(path, "The answers to branch by must be an object.")]
  return Object.entries(values).flatMap(([answer, target]) =>
    answers.includes(answer)
      ? targetFault([...path, answer], target, count)
      : [placed([...path, answer], `"${shownValue(answer)}" is none of the answers: ${answers.join(", ")}.`)]
  )
}

/** The faults of one question's branching. */
export const branchingFaults = (question: JsonRecord, count: number): Faults => {
  const { branching } = question
  if (branching === undefined || branching === null) return []
  if (!isJsonRecord(branching)) return [placed(["branching"], "Branching must be an object.")]
  const { index, type } = branching
  switch (type) {
    case "next_question":
    case "end":
      return []
    case "specific_question":
      return index === "end"
        ? [placed(["branching", "index"], "A question leads to the end by the type \"end\".")]
        : targetFault(["branching", "index"], index, count)
    case "response_based":
      return responseFaults(question, branching, count)
    default:
      return type === undefined || type === null
        ? [placed(["branching", "type"], "This field is required.", "required")]
        : [placed(["branching", "type"], `"${shownValue(type)}" is not a valid choice.`, "invalid_choice")]
  }
}

const nextOf = (at: number, count: number): Target => at + 1 === count ? "end" : at + 1

/** Every question that may follow one; a question without an answer leads to the next one. */
const targetsOf = (question: JsonRecord, at: number, count: number): ReadonlyArray<Target> => {
  const { branching, optional } = question
  const next = nextOf(at, count)
  if (!isJsonRecord(branching)) return [next]
  const { index, responseValues, type } = branching
  if (type === "end") return ["end"]
  if (type === "specific_question") return isTarget(index, count) ? [index] : [next]
  if (type !== "response_based" || !isJsonRecord(responseValues)) return [next]
  const answers = answersOf(question) ?? []
  const isComplete = optional !== true && answers.length > 0
    && answers.every((answer) => Object.hasOwn(responseValues, answer))
  const targets = Object.values(responseValues).filter((target) => isTarget(target, count))
  return isComplete ? targets : [...targets, next]
}

/** The questions from which there is a way to the end. */
const endingQuestions = (targets: ReadonlyArray<ReadonlyArray<Target>>): ReadonlySet<Target> => {
  const sources = new Map<Target, Array<number>>()
  for (const [at, ones] of targets.entries()) {
    for (const target of ones) sources.set(target, [...sources.get(target) ?? [], at])
  }
  const ending = new Set<Target>(["end"])
  for (const target of ending) for (const source of sources.get(target) ?? []) ending.add(source)
  return ending
}

/** The questions that people can come to. */
const reachedQuestions = (targets: ReadonlyArray<ReadonlyArray<Target>>): ReadonlySet<Target> => {
  const reached = new Set<Target>([0])
  for (const at of reached) for (const target of at === "end" ? [] : targets[at] ?? []) reached.add(target)
  return reached
}

/** Everybody who answers must be able to reach the end: questions that can be reached but never left are refused. */
export const deadEndFaults = (questions: ReadonlyArray<JsonRecord>): Faults => {
  const targets = questions.map((question, at) => targetsOf(question, at, questions.length))
  const [ending, reached] = [endingQuestions(targets), reachedQuestions(targets)]
  return questions.flatMap((question, at) =>
    reached.has(at) && !ending.has(at) && isJsonRecord(question["branching"])
      ? [placed([at, "branching"], `From question ${at} nobody can come to the end of the survey.`)]
      : []
  )
}
