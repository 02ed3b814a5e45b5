import { arrayOf } from "@hedgerow/sql/types/SqlType"
import { type CaseGroup, gives } from "../ExpressionCase.ts"
import { none, text, typed, types } from "../PlanBuilder.ts"

const texts = (stored: string) => typed("answerTexts", arrayOf(types.text), text(stored))

const alone = (name: string, stored: string) => gives(name, texts(stored), [stored])

const answers: CaseGroup = {
  name: "answers to surveys",
  cases: [
    gives("a list of texts", texts("[\"a\",\"b\"]"), ["a", "b"]),
    gives("texts in their order, equal ones too", texts("[\"b\",\"a\",\"b\",\"\"]"), ["b", "a", "b", ""]),
    gives("an empty list", texts("[]"), []),
    gives("the empty text", texts(""), []),
    gives("NULL", typed("answerTexts", arrayOf(types.text), none(types.text)), []),
    gives("texts with quotes, commas and brackets", texts(String.raw`["a\"],[","\\","b\nc\u0001ü🦊"]`), [
      "a\"],[",
      "\\",
      "b\nc\u0001ü🦊"
    ]),
    alone("a text", "a, b"),
    alone("a text that begins like a list", "[a"),
    alone("a list of numbers", "[1,2]"),
    alone("a list of texts and others", "[\"a\",1]"),
    alone("a list of null", "[null]"),
    alone("a list within a list", "[[\"a\"]]"),
    alone("a list with spaces", "[\"a\", \"b\"]"),
    alone("a list that goes on", "[\"a\"] and more"),
    alone("a list in two lines", "[\"a\"]\n"),
    alone("an escape that is not stored so", String.raw`["\u0041"]`),
    alone("an escaped NUL", String.raw`["\u0000"]`),
    alone("half of a character", String.raw`["\ud800"]`),
    alone("a control character by itself", "[\"a\tb\"]"),
    alone("a list that is not closed", "[\"a\",]"),
    alone("a document", "{\"a\":[\"b\"]}")
  ]
}

/** Functions over answers to surveys. */
export const answerGroups: ReadonlyArray<CaseGroup> = [answers]
