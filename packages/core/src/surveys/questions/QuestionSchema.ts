import type { Variants } from "../../shared/DocumentedSchema.ts"
import { type JsonSchema, namedSchema } from "../../shared/FieldSchema.ts"
import { maxChoices, questionTypes, ratingScales } from "./AnswerRules.ts"
import { branchingTypes } from "./Branching.ts"

const text: JsonSchema = { type: "string" }
const textOrNull: JsonSchema = { type: ["string", "null"] }

const named = (name: string, description: string, schema: JsonSchema) => namedSchema(name, { description, ...schema })

const choices: JsonSchema = {
  type: "array",
  items: { type: "string", pattern: "\\S" },
  minItems: 2,
  maxItems: maxChoices,
  uniqueItems: true
}

const branching = named("SurveyBranching", "The question that follows an answer.", {
  type: "object",
  required: ["type"],
  properties: {
    type: { enum: branchingTypes, description: "The rule that finds it." },
    index: { description: "Of `specific_question`: the place of the question, from 0.", type: "integer", minimum: 0 },
    responseValues: {
      description: "Of `response_based`: by the answer (the place of a choice, or `negative`, `neutral`, `positive`, "
        + "`detractors`, `passives`, `promoters`) the place of a question, or `end`.",
      type: "object",
      additionalProperties: { anyOf: [{ type: "integer", minimum: 0 }, { type: "string", enum: ["end"] }] }
    }
  },
  examples: [{ type: "specific_question", index: 2 }, {
    type: "response_based",
    responseValues: { negative: 1, neutral: "end", positive: "end" }
  }]
})

const validationRule = named("SurveyValidationRule", "A rule for the text of an open question.", {
  type: "object",
  required: ["type"],
  properties: {
    type: { enum: ["min_length", "max_length", "email"], description: "The rule for the text." },
    value: { type: ["integer", "null"], minimum: 1, description: "The number of characters." },
    errorMessage: { description: "The message for a text that does not meet it." }
  },
  examples: [{ type: "min_length", value: 10 }]
})

const translation = named("SurveyQuestionTranslation", "The texts of a question in another language.", {
  type: "object",
  properties: {
    question: { ...text, description: "The question." },
    description: { ...text, description: "The description." },
    buttonText: { ...text, description: "The text of the button." },
    lowerBoundLabel: { ...text, description: "The meaning of the least value of a rating." },
    upperBoundLabel: { ...text, description: "The meaning of the greatest value of a rating." },
    link: { ...textOrNull, description: "The address of a link." },
    choices: {
      type: "array",
      items: { type: "string", pattern: "\\S" },
      description: "The choices, as many and in the same order as those of the question."
    }
  },
  examples: [{ question: "Wie gefallen dir die Notizbücher?" }]
})

/** The fields that questions of a type do not have. */
const ofRatings = ["display", "scale", "lowerBoundLabel", "upperBoundLabel", "isNpsQuestion"]
const ofChoices = ["choices", "shuffleOptions", "hasOpenChoice"]

const variants: Variants = {
  by: "type",
  of: [
    {
      name: "SurveyOpenQuestion",
      values: ["open"],
      omits: [...ofRatings, ...ofChoices, "link", "skipSubmitButton"],
      description: "A question that is answered by a text."
    },
    {
      name: "SurveyLinkQuestion",
      values: ["link"],
      omits: [...ofRatings, ...ofChoices, "validation", "skipSubmitButton"],
      description: "A text with a link to follow.",
      examples: [{ type: "link", question: "Talk to us", link: "https://example.com/call" }]
    },
    {
      name: "SurveyRatingQuestion",
      values: ["rating"],
      omits: [...ofChoices, "link", "validation"],
      description: "A question that is answered by a number or an emoji.",
      examples: [{ type: "rating", question: "How likely are you to recommend us?", display: "number", scale: 10 }]
    },
    {
      name: "SurveySingleChoiceQuestion",
      values: ["single_choice"],
      omits: [...ofRatings, "link", "validation"],
      required: ["choices"],
      description: "A question that is answered by one of some choices.",
      examples: [{ type: "single_choice", question: "Which plan?", choices: ["Free", "Pro"] }]
    },
    {
      name: "SurveyMultipleChoiceQuestion",
      values: ["multiple_choice"],
      omits: [...ofRatings, "link", "validation", "skipSubmitButton"],
      required: ["choices"],
      description: "A question that is answered by any of some choices.",
      examples: [{ type: "multiple_choice", question: "Which tools?", choices: ["Flags", "Surveys", "Other"] }]
    }
  ]
}

/** The JSON Schema of a question; rules between questions are none of it. */
const questionSchema = named("SurveyQuestion", "A question of a survey, by its type. Further fields are kept.", {
  type: "object",
  required: ["type", "question"],
  "x-variants": variants,
  examples: [{ type: "open", question: "What would you improve?" }],
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
    choices: {
      ...choices,
      description: "What can be chosen; with `hasOpenChoice` the last one is a text of one's own."
    },
    shuffleOptions: { description: "Of choices: whether they are shown in any order." },
    hasOpenChoice: { description: "Of choices: whether the last one is a text of one's own." },
    skipSubmitButton: { description: "Of ratings and single choices: whether an answer is sent when it is chosen." },
    validation: {
      description: "Rules for the text of an open question.",
      type: ["array", "null"],
      items: validationRule
    },
    branching: {
      anyOf: [branching, { type: "null" }],
      description: "The question that follows. Without it the next one in the list, and the end after the last."
    },
    translations: {
      description: "Its texts in other languages, by the code of the language.",
      type: ["object", "null"],
      additionalProperties: translation
    }
  }
})

/** The JSON Schema of the questions of a survey. */
export const questionsSchema: JsonSchema = { type: "array", items: questionSchema }
