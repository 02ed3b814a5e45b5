import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { FlagApi } from "../flags/FlagApi.ts"
import { open, refusedWith } from "./SurveyApi.ts"

const world = Effect.provide(FlagApi.layer)

type Case = readonly [name: string, fields: object, code: string, detail: string, attr: string | null]

const long = "x".repeat(401)
const wrongTime =
  "Datetime has wrong format. Use one of these formats instead: YYYY-MM-DDThh:mm[:ss[.uuuuuu]][+HH:MM|-HH:MM|Z]."
const notBoolean = "Must be a valid boolean."
const notInteger = "A valid integer is required."
const notNull = "This field may not be null."

/** The fields in the reference's order; each case is beside a sound name and type. */
const ofFields: ReadonlyArray<Case> = [
  ["no name", { name: undefined }, "required", "This field is required.", "name"],
  ["an empty name", { name: "" }, "blank", "This field may not be blank.", "name"],
  ["name null", { name: null }, "null", notNull, "name"],
  ["a name that is a list", { name: ["x"] }, "invalid_input", "Not a valid string.", "name"],
  ["a long name", { name: long }, "max_length", "Ensure this field has no more than 400 characters.", "name"],
  ["no type", { type: undefined }, "required", "This field is required.", "type"],
  ["a type that is none", { type: "button" }, "invalid_choice", "\"button\" is not a valid choice.", "type"],
  [
    "a schedule that is none",
    { schedule: "daily" },
    "invalid_input",
    "Schedule must be one of: once, recurring, always",
    "schedule"
  ],
  ["archived as a word", { archived: "maybe" }, "invalid_input", notBoolean, "archived"],
  ["archived null", { archived: null }, "null", notNull, "archived"],
  ["a day as start", { start_date: "2024-01-01" }, "invalid_input", wrongTime, "start_date"],
  ["a day that is none", { end_date: "2024-02-30T00:00:00Z" }, "invalid_input", wrongTime, "end_date"],
  ["the year 0", { start_date: "0000-01-01T00:00:00Z" }, "invalid_input", wrongTime, "start_date"],
  ["half a limit", { responses_limit: 1.5 }, "invalid_input", notInteger, "responses_limit"],
  [
    "no responses at all",
    { responses_limit: 0 },
    "min_value",
    "Ensure this value is greater than or equal to 1.",
    "responses_limit"
  ],
  [
    "too many responses",
    { responses_limit: 2147483648 },
    "max_value",
    "Ensure this value is less than or equal to 2147483647.",
    "responses_limit"
  ],
  [
    "too many iterations",
    { iteration_count: 501 },
    "max_value",
    "Ensure this value is less than or equal to 500.",
    "iteration_count"
  ],
  [
    "fewer iterations than none",
    { iteration_count: -1 },
    "min_value",
    "Ensure this value is greater than or equal to 0.",
    "iteration_count"
  ],
  [
    "a time in a list",
    { iteration_start_dates: ["x"] },
    "invalid_input",
    wrongTime,
    "iteration_start_dates__0"
  ],
  [
    "an interval that is none",
    { response_sampling_interval_type: "year" },
    "invalid_choice",
    "\"year\" is not a valid choice.",
    "response_sampling_interval_type"
  ],
  ["a limit in words", { response_sampling_limit: "many" }, "invalid_input", notInteger, "response_sampling_limit"],
  ["conditions as a text", { conditions: "url" }, "invalid_input", "Conditions must be an object", "conditions"],
  ["conditions as a list", { conditions: [] }, "invalid_input", "Conditions must be an object", "conditions"],
  ["appearance as a text", { appearance: "blue" }, "invalid_input", "Appearance must be an object", "appearance"],
  [
    "thanks of another kind",
    { appearance: { thankYouMessageDescriptionContentType: "markdown" } },
    "invalid_input",
    "thankYouMessageDescriptionContentType must be one of ['text', 'html']",
    "appearance"
  ],
  [
    "a delay below none",
    { appearance: { surveyPopupDelaySeconds: -1 } },
    "invalid_input",
    "Survey popup delay seconds must be a positive integer",
    "appearance"
  ],
  [
    "whiteLabel as a word",
    { appearance: { whiteLabel: "yes" } },
    "invalid_input",
    "whiteLabel must be a boolean",
    "appearance"
  ],
  ["translations as a list", { translations: [] }, "invalid_input", "Translations must be an object", "translations"]
]

const question = (fields: object) => ({ questions: [{ type: "open", question: "Why?", ...fields }] })
const list = "Questions must be a list of objects"
const choice = (choices: unknown) => question({ type: "single_choice", choices })
const links = "Link must be a URL with one of these schemes: [https, mailto]"
const ofQuestion = (name: string, fields: object, detail: string): Case => [
  name,
  fields,
  "invalid_input",
  detail,
  "questions"
]

/** Links that would leave the attribute of a page that writes them as they are. */
const hostileLinks = [
  "https://x\"onclick=alert(1)",
  "https://x.example/\"onclick=\"alert(1)",
  "https://x.example/?a=`",
  "https://x.example/\\\\evil.example",
  "https://x.example/a>b"
]
const brokenLink = "Invalid HTTPS URL. Please enter a valid HTTPS link."
const translated = (texts: object) => question({ type: "link", link: "https://x.example", translations: { de: texts } })

const ofQuestions: ReadonlyArray<Case> = [
  ofQuestion("an empty text", { questions: "" }, list),
  ofQuestion("a text", { questions: "text" }, list),
  ofQuestion("a list of texts", { questions: ["text"] }, list),
  ofQuestion("an object", { questions: {} }, list),
  ofQuestion("no text", { questions: [{ type: "open" }] }, "Question text is required"),
  ofQuestion("an empty question", question({ question: "" }), "Question text is required"),
  ofQuestion("a number", question({ question: 12 }), "Question text must be a string"),
  ofQuestion("a list as description", question({ description: ["x"] }), "Question description must be a string"),
  ofQuestion("a number on the button", question({ buttonText: 1 }), "Question buttonText must be a string"),
  ofQuestion("a number as bound", question({ lowerBoundLabel: 1 }), "Question lowerBoundLabel must be a string"),
  ofQuestion("a list as bound", question({ upperBoundLabel: [1] }), "Question upperBoundLabel must be a string"),
  ofQuestion("choices as a text", choice("str"), "Question choices must be a list of strings"),
  ofQuestion("choices as numbers", choice([1, 2]), "Question choices must be strings"),
  ofQuestion("empty choices", choice(["", ""]), "Question choices cannot be empty"),
  ofQuestion("blank choices", choice(["a", " "]), "Question choices cannot be empty"),
  ofQuestion(
    "a description of another kind",
    question({ descriptionContentType: "markdown" }),
    "Question descriptionContentType must be one of ['text', 'html']"
  ),
  ...["http://example.com", "javascript:alert(1)", "example.com", "ftp://x.y"].map((link) =>
    ofQuestion(`the link ${link}`, question({ type: "link", link }), links)
  ),
  ofQuestion(
    "an address without a domain",
    question({ type: "link", link: "mailto:ada" }),
    "Invalid mailto link. Please enter a valid mailto link (e.g., mailto:example@domain.com)."
  ),
  ofQuestion(
    "an address without a host",
    question({ type: "link", link: "https://#.com" }),
    "Invalid HTTPS URL. Please enter a valid HTTPS link."
  ),
  ...hostileLinks.flatMap((link) => [
    ofQuestion(`the link ${link}`, question({ type: "link", link }), brokenLink),
    ofQuestion(
      `a translation with the link ${link}`,
      translated({ link }),
      brokenLink
    )
  ]),
  ofQuestion(
    "rules as an object",
    question({ validation: {} }),
    "Question validation must be a list of validation rules"
  ),
  ofQuestion("a rule as a text", question({ validation: ["x"] }), "Each validation rule must be an object"),
  ofQuestion(
    "a rule that is none",
    question({ validation: [{ type: "regex" }] }),
    "Validation rule type must be one of: min_length, max_length, email"
  ),
  ofQuestion(
    "no length at all",
    question({ validation: [{ type: "min_length", value: 0 }] }),
    "Validation rule value for min_length must be a positive integer"
  ),
  ofQuestion(
    "a least length above the greatest",
    question({ validation: [{ type: "min_length", value: 5 }, { type: "max_length", value: 4 }] }),
    "Minimum length cannot be greater than maximum length"
  ),
  ofQuestion(
    "a translation with fewer choices",
    question({ type: "single_choice", choices: ["a", "b"], translations: { de: { choices: ["a"] } } }),
    "Question 1: Translation 'de' has 1 choices but question has 2 choices. Array lengths must match to avoid partial translations."
  )
]

const branching = (own: object, more: object = {}) => ({
  questions: [
    { type: "rating", display: "number", scale: 10, question: "How?", branching: own, ...more },
    open("Why?")
  ]
})

const required = "This field is required."
const noChoice = (value: string) => `"${value}" is not a valid choice.`

/** Bodies that the reference accepts, and shows to nobody, or to the wrong people. */
const beyond: ReadonlyArray<Case> = [
  ["no type", { questions: [{ question: "Why?" }] }, "required", required, "questions__0__type"],
  ["a type that is none", question({ type: "text" }), "invalid_choice", noChoice("text"), "questions__0__type"],
  [
    "a scale that is none",
    question({ type: "rating", scale: 4 }),
    "invalid_choice",
    noChoice("4"),
    "questions__0__scale"
  ],
  [
    "emoji for ten",
    question({ type: "rating", display: "emoji", scale: 10 }),
    "invalid_input",
    "A rating that is shown as emoji has one of these scales: 2, 3, 5.",
    "questions__0__scale"
  ],
  [
    "NPS of five",
    question({ type: "rating", display: "number", scale: 5, isNpsQuestion: true }),
    "invalid_input",
    "An NPS question is a rating in numbers with the scale 10.",
    "questions__0__isNpsQuestion"
  ],
  ["no choices", question({ type: "multiple_choice" }), "required", required, "questions__0__choices"],
  ["one choice", choice(["a"]), "invalid_input", "A question has 2 to 20 choices.", "questions__0__choices"],
  [
    "one choice twice",
    choice(["a", "b", "a"]),
    "invalid_input",
    "The choice \"a\" is there already.",
    "questions__0__choices__2"
  ],
  [
    "one id twice",
    { questions: [open("a", { id: "q" }), open("b", { id: "q" })] },
    "invalid_input",
    "Another question has this id.",
    "questions__1__id"
  ],
  [
    "a branch that names no question",
    branching({ type: "specific_question" }),
    "required",
    "This field is required.",
    "questions__0__branching__index"
  ],
  [
    "a branch beyond the questions",
    branching({ type: "specific_question", index: 2 }),
    "invalid_input",
    "\"2\" is no question: there are questions 0 to 1.",
    "questions__0__branching__index"
  ],
  [
    "an answer that there is not",
    branching({ type: "response_based", responseValues: { positive: "end" } }),
    "invalid_input",
    "\"positive\" is none of the answers: detractors, passives, promoters.",
    "questions__0__branching__responseValues__positive"
  ],
  [
    "branching by a text",
    question({ branching: { type: "response_based", responseValues: {} } }),
    "invalid_input",
    "Only ratings and single choices can branch by what is answered.",
    "questions__0__branching__type"
  ],
  [
    "a branch of no kind",
    branching({ type: "jump" }),
    "invalid_choice",
    noChoice("jump"),
    "questions__0__branching__type"
  ],
  [
    "a question that leads to itself",
    branching({ type: "specific_question", index: 0 }),
    "invalid_input",
    "From question 0 nobody can come to the end of the survey.",
    "questions__0__branching"
  ],
  [
    "a circle of two",
    { questions: [open("a"), open("b", { branching: { type: "specific_question", index: 0 } })] },
    "invalid_input",
    "From question 1 nobody can come to the end of the survey.",
    "questions__1__branching"
  ],
  [
    "a language that is none",
    { translations: { english: { name: "x" } } },
    "invalid_input",
    "Survey translation: 'english' is not a valid language code. Use BCP-47 codes like 'en', 'es', or 'es-MX' (not language names like 'english').",
    "translations"
  ],
  [
    "a translation into its own language",
    { base_language: "de", translations: { DE: { name: "x" } } },
    "invalid_input",
    "Survey translation: 'DE' matches the survey's base language ('de'). The original text already covers this language — translate to a different language.",
    "translations"
  ],
  [
    "an end before the beginning",
    { start_date: "2026-01-02T00:00:00Z", end_date: "2026-01-01T00:00:00Z" },
    "invalid_input",
    "The end date must not be before the start date.",
    "end_date"
  ],
  [
    "a text that is nothing but a script",
    question({ question: "<script>alert(0)</script>" }),
    "invalid_input",
    "Question text is required",
    "questions"
  ],
  [
    "choices that come to the same",
    choice(["a", "<script>x</script>a"]),
    "invalid_input",
    "The choice \"a\" is there already.",
    "questions__0__choices__1"
  ],
  [
    "a character that cannot be stored",
    { conditions: { url: "/\0" } },
    "null_characters_not_allowed",
    "Null characters are not allowed.",
    "conditions__url"
  ],
  [
    "a structure without end",
    { appearance: { note: "x".repeat(262_144) } },
    "max_length",
    "Must not be longer than 262144 characters.",
    "appearance"
  ],
  [
    "HTML without end",
    question({ question: `<b>${"x".repeat(20_000)}` }),
    "max_length",
    "HTML must not be longer than 20000 characters, have very many tags or be deeply nested.",
    "questions__0__question"
  ]
]

const check = (cases: ReadonlyArray<Case>) => {
  for (const [name, fields, code, detail, attr] of cases) {
    it.effect(name, () =>
      Effect.gen(function*() {
        const body = { name: "Notebooks", type: "popover", ...fields }
        assert.deepStrictEqual(yield* refusedWith("POST", "surveys/", body), [code, detail, attr])
      }).pipe(world))
  }
}

describe("a field of a survey that is refused", () => {
  check(ofFields)
})
describe("questions that are refused", () => {
  check(ofQuestions)
})
describe("a survey that nobody could answer, or the wrong people would, is refused", () => {
  check(beyond)
})

it.effect("a body that is a list is refused", () =>
  Effect.gen(function*() {
    assert.deepStrictEqual(yield* refusedWith("POST", "surveys/", []), [
      "invalid_input",
      "Invalid data. Expected a dictionary, but got list.",
      null
    ])
  }).pipe(world))

it.effect("the first wrong field in order is the headline, and all are reported", () =>
  Effect.gen(function*() {
    const { call } = yield* FlagApi
    const answer = yield* call("POST", "surveys/", { name: "", type: "x", archived: "?", questions: "", end_date: "?" })
    assert.strictEqual(answer.body["attr"], "name")
    const errors = answer.body["errors"] as ReadonlyArray<{ readonly attr: string }>
    assert.deepStrictEqual(errors.map(({ attr }) => attr), ["name", "type", "questions", "end_date", "archived"])
  }).pipe(world))
