import { assert, it } from "@effect/vitest"
import { isJsonRecord, type JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { newSurveyTable } from "@hedgerow/core/surveys/editing/SurveyFields"
import { SurveyRecord } from "@hedgerow/http/surveys/SurveySchema"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { call, FlagApi } from "../flags/FlagApi.ts"
import { blocksOf, callOf, pageOf, shownPart } from "./DocumentedCalls.ts"

/** Stands on the page for the id of the first survey. */
const idOnPage = "01a1fce9-f7a3-74e2-b963-b888a892abed"

const page = pageOf("surveys.md")

/** The names in code at the beginning of the rows of a section's tables. */
const namesIn = (section: string): ReadonlyArray<string> =>
  [...section.matchAll(/^\| (.*?) \|/gm)].flatMap(([, cell = ""]) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name)
  )

const sectionOf = (title: string): string => page.split(/^##+ /m).find((part) => part.startsWith(title)) ?? ""

// Its readers send the requests long after the days of the page.
it.effect.each([2026, 2031])(
  "docs/surveys.md: in %i, every request is answered as the page says",
  (year) =>
    Effect.gen(function*() {
      yield* TestClock.setTime(Date.UTC(year, 11, 24, 18))
      const { key, project } = yield* FlagApi
      const blocks = blocksOf(page)
      let id = idOnPage
      let answered = 0
      for (const [at, { language, text }] of blocks.entries()) {
        if (language !== "sh") continue
        const command = text.replaceAll("phx_…", key).replaceAll("phc_…", project.api_token).replaceAll(idOnPage, id)
        const { body, method, path } = callOf(command)
        const { json, text: told } = yield* call(method, path, body)
        if (answered++ === 0) {
          assert.include(blocks[at + 1]?.text, idOnPage)
          id = String(isJsonRecord(json) ? json["id"] : "")
        }
        const next = blocks[at + 1]
        if (next?.language === "csv") {
          assert.strictEqual(told.replaceAll("\r\n", "\n"), next.text)
          continue
        }
        const answer: unknown = JSON.parse(told.replaceAll(id, idOnPage))
        assert.strictEqual(next?.language, "json", text)
        const shown: unknown = JSON.parse(next?.text ?? "")
        assert.deepStrictEqual(shownPart(shown, answer), shown, `${text}\n${told}`)
      }
      assert.isAtLeast(answered, 7)
    }).pipe(Effect.provide(FlagApi.layer))
)

it("docs/surveys.md: every field of a survey, its questions and its conditions is in a table", () => {
  assert.deepStrictEqual(
    new Set(namesIn(sectionOf("Every field"))),
    new Set([...Object.keys(newSurveyTable), ...Object.keys(SurveyRecord.fields)])
  )
  const named = ({ allOf, ...schema }: JsonRecord): JsonRecord => Array.isArray(allOf) ? allOf[0] as JsonRecord : schema
  const propertiesOf = (field: "conditions" | "questions") => {
    const { anyOf } = newSurveyTable[field].jsonSchema as { readonly anyOf?: ReadonlyArray<JsonRecord> }
    const schema = anyOf?.[0] ?? newSurveyTable[field].jsonSchema
    const { properties } = named((field === "questions" ? schema["items"] : schema) as JsonRecord)
    return Object.keys(properties as JsonRecord)
  }
  const [questions = ""] = sectionOf("Questions").split("| `branching` | leads to |")
  assert.deepStrictEqual(new Set(namesIn(questions)), new Set(propertiesOf("questions")))
  assert.deepStrictEqual(new Set(namesIn(sectionOf("Conditions"))), new Set(propertiesOf("conditions")))
})
