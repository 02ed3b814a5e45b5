import type { JsonSchema } from "../../shared/FieldSchema.ts"
import { maxChoices, questionTypes, ratingScales } from "./AnswerRules.ts"
import { branchingTypes } from "./Branching.ts"

const text: JsonSchema = { type: "string" }
const textOrNull: JsonSchema = { type: ["string", "null"] }

const choices: JsonSchema = {
  type: "array",
  items: { type: "string", pattern: "\\S" },
  minItems: 2,
  maxItems: maxChoices,
  uniqueItems: true
}

const branching: JsonSchema = {
  description: "The question that follows. Without it the next one in the list, and the end after the last.",
  type: ["object", "null"],
  required: ["type"],
  properties: {
    type: { enum: branchingTypes, description: "The rule that finds it." },
    index: { description: "Of `specific_question`: the place of the question, from 0.", type: "integer", minimum: 0 },
    responseValues: {
      description: "Of `response_based`: by the answer (the place of a choice, or `negative`, `neutral`, `positive`, "
        + "`detractors`, `passives`, `promoters`) the place of a question, or `end`.",
      type: "object",
      additionalProperties: { anyOf: [{ type: "integer", minimum: 0 }, { const: "end" }] }
    }
  }
}

const validation: JsonSchema = {
  description: "Rules for the text of an open question.",
  type: ["array", "null"],
  items: {
    type: "object",
    required: ["type"],
    properties: {
      type: { enum: ["min_length", "max_length", "email"], description: "The rule for the text." },
      value: { type: ["integer", "null"], description: "The number of characters." },
      errorMessage: { description: "The message for a text that does not meet it." }
    }
  }
}

/** The JSON Schema of a question; rules between questions are none of it. */
const questionSchema: JsonSchema = {
  type: "object",
  required: ["type", "question"],
  properties: {
    id: {
      ...textOrNull,
      description: "Stays the same through changes: answers are stored by it. Made when it is left out."
    },
    type: { enum: questionTypes, description: "The form of its answer." },
    question: { type: "string", minLength: 1, description: "The question itself." },
    description: { ...textOrNull, description: "More about it." },
    descriptionContentType: { enum: ["text", "html", "", null], description: "The form of the description." },
    optional: { description: "Whether it can be left without an answer." },
    buttonText: { ...textOrNull, description: "The text of the button to go on." },
    link: { ...textOrNull, description: "Of a link: an `https` or `mailto` address." },
    display: { enum: [...Object.keys(ratingScales), null], description: "Of a rating: how it is shown." },
    scale: {
      enum: [2, 3, 5, 7, 10, null],
      description: `Of a rating: ${ratingScales.emoji.join(", ")} emoji or ${
        ratingScales.number.join(", ")
      } as numbers.`
    },
    lowerBoundLabel: { ...textOrNull, description: "Of a rating: what its least value means." },
    upperBoundLabel: { ...textOrNull, description: "Of a rating: what its greatest value means." },
    isNpsQuestion: { description: "Of a rating from 0 to 10: whether it counts promoters and detractors." },
    choices: { description: "Of choices: what can be chosen." },
    shuffleOptions: { description: "Of choices: whether they are shown in any order." },
    hasOpenChoice: { description: "Of choices: whether the last one is a text of one's own." },
    skipSubmitButton: { description: "Of ratings and single choices: whether an answer is sent when it is chosen." },
    validation,
    branching,
    translations: {
      description: "Its texts in other languages, by the code of the language.",
      type: ["object", "null"],
      additionalProperties: {
        type: "object",
        properties: {
          question: { ...text, description: "The question." },
          description: { ...text, description: "The description." },
          buttonText: { ...text, description: "The text of the button." },
          choices: { description: "The choices, in the same order." }
        }
      }
    }
  },
  if: { properties: { type: { enum: ["single_choice", "multiple_choice"] } } },
  then: { required: ["choices"], properties: { choices } }
}

/** The JSON Schema of the questions of a survey. */
export const questionsSchema: JsonSchema = { type: "array", items: questionSchema }
