import { assert, it } from "@effect/vitest"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { Survey, type SurveyId } from "@hedgerow/core/surveys/Survey"
import { SurveyRepository } from "@hedgerow/core/surveys/SurveyRepository"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { call, FlagApi, good } from "../flags/FlagApi.ts"
import { create, open, part, patch } from "./SurveyApi.ts"

const world = Effect.provide(FlagApi.layer)

const html = { headers: { authorization: "", accept: "text/html,application/xhtml+xml,*/*;q=0.8" } }

const visit = (id: unknown, sent: typeof html = html) =>
  call("GET", `/external_surveys/${String(id)}/`, undefined, sent)

const external = (name: string, fields: object = {}) =>
  create(name, { type: "external_survey", questions: [open("Why?")], start_date: "1970-01-01T00:00:00Z", ...fields })

/** The JSON that stands in a page. */
const dataOf = (page: string): JsonRecord => {
  const [, json = ""] = /<script type="application\/json" id="hosted-survey">(.*?)<\/script>/s.exec(page) ?? []
  return JSON.parse(json) as JsonRecord
}

/** The directives of a policy by their names. */
const policyOf = (headers: Headers): ReadonlyMap<string, string> =>
  new Map(
    (headers.get("content-security-policy") ?? "").split("; ").map((directive) => {
      const [name = "", ...values] = directive.split(" ")
      return [name, values.join(" ")]
    })
  )

it.effect("an external survey that runs has a page with its questions, and without its description", () =>
  Effect.gen(function*() {
    const { project } = yield* FlagApi
    const made = yield* external("Feedback", { description: "SENSITIVE", base_language: "de" })
    const { headers, status, text } = yield* visit(made["id"])
    assert.deepStrictEqual([status, headers.get("content-type")], [200, "text/html; charset=utf-8"])
    assert.include(text, "<title>Feedback</title>")
    assert.include(text, "<html lang=\"de\">")
    const { survey, token } = dataOf(text)
    assert.strictEqual(token, project.api_token)
    assert.deepInclude(survey, { id: made["id"], name: "Feedback", questions: made["questions"] })
    assert.notInclude(text, "SENSITIVE")
    assert.strictEqual((yield* call("HEAD", `/external_surveys/${String(made["id"])}`, undefined, html)).status, 200)
  }).pipe(world))

it.effect("the page has an origin of its own, runs one script, is kept for five minutes and is embedded where it may be", () =>
  Effect.gen(function*() {
    const made = yield* external("Feedback")
    const { headers } = yield* visit(made["id"])
    const policy = policyOf(headers)
    assert.strictEqual(
      policy.get("sandbox"),
      "allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox"
    )
    assert.strictEqual(policy.get("default-src"), "'none'")
    assert.match(policy.get("script-src") ?? "", /^'sha256-[\w+/]{43}=' 'strict-dynamic' 'self'$/)
    assert.strictEqual(policy.get("frame-ancestors"), "'none'")
    assert.deepStrictEqual(
      ["x-frame-options", "referrer-policy", "cache-control", "vary", "x-content-type-options"].map((name) =>
        headers.get(name)
      ),
      ["DENY", "no-referrer", "public, max-age=300", "Accept", "nosniff"]
    )
    yield* patch(made, { enable_iframe_embedding: true })
    const embedded = (yield* visit(made["id"])).headers
    assert.strictEqual(policyOf(embedded).get("frame-ancestors"), "*")
    assert.isNull(embedded.get("x-frame-options"))
  }).pipe(world))

it.effect("texts of a survey stay texts, with any content", () =>
  Effect.gen(function*() {
    const hostile = "</title></script><script>alert(1)</script><!--<script>\u2028\"'&<img src=x onerror=alert(2)>"
    const made = yield* external(hostile, { questions: [open("x < y && z </script >")] })
    const { text } = yield* visit(made["id"])
    assert.strictEqual((text.match(/<script/g) ?? []).length, 2, "the data and the one script")
    assert.notInclude(text, "<img")
    assert.notInclude(text, "<!--")
    assert.strictEqual((text.match(/<\/title>/g) ?? []).length, 1)
    assert.deepInclude(dataOf(text)["survey"], { name: hostile, questions: made["questions"] })
  }).pipe(world))

const hostile = "https://x\"onclick=alert(1)//"

it.effect("a link that a page could take for an attribute is escaped where it was stored before such were refused", () =>
  Effect.gen(function*() {
    const { project } = yield* FlagApi
    const surveys = yield* SurveyRepository
    const question = { type: "link", question: "Where?", link: "https://x.example", translations: { de: {} } }
    const made = yield* external("Feedback", { questions: [question] })
    const stored = yield* Effect.flatMap(surveys.find(project.id, String(made["id"]) as SurveyId), Effect.fromOption)
    const questions = [{ ...question, link: hostile, translations: { de: { link: hostile } } }]
    yield* surveys.update(new Survey({ ...stored, questions }))
    const escaped = "https://x%22onclick=alert(1)//"
    const expected = [{ ...question, link: escaped, translations: { de: { link: escaped } } }]
    const { text } = yield* visit(made["id"])
    assert.deepInclude(dataOf(text)["survey"], { questions: expected })
    assert.notInclude(text, "\"onclick")
    const sdk = yield* call("GET", `/api/surveys/?token=${project.api_token}`)
    assert.deepInclude(sdk.body["surveys"], { ...Object(dataOf(text)["survey"]), questions: expected })
  }).pipe(world))

it.effect("a link in the thanks is written so that its quotes end no attribute", () =>
  Effect.gen(function*() {
    const made = yield* external("Feedback", {
      appearance: { thankYouMessageHeader: `Thanks <a href='${hostile}'>more</a>` }
    })
    const header = String(part(made, "appearance")["thankYouMessageHeader"])
    assert.notMatch(header, /"onclick/)
    assert.match(
      header,
      /^Thanks <a href="https:\/\/x(?:&quot;|&#x22;|%22)onclick=alert\(1\)\/\/" rel="noopener">more<\/a>$/
    )
  }).pipe(world))

it.effect("a survey that cannot be answered is a page for browsers, and an ordinary error for others", () =>
  Effect.gen(function*() {
    const closed: ReadonlyArray<readonly [string, object]> = [
      ["Popover", { type: "popover" }],
      ["Draft", { start_date: null }],
      ["Later", { start_date: "1970-01-02T00:00:00Z" }],
      ["Stopped", { end_date: "1970-01-01T00:00:00Z" }],
      ["Stopped later", { end_date: "2099-01-01T00:00:00Z" }],
      ["Archived", { archived: true }]
    ]
    const unknown = "01a1fce9-f7a3-74e2-b963-b888a892abed"
    const cases: Array<readonly [unknown, number, string]> = [
      ["invalid-id", 400, "Invalid request"],
      [unknown, 404, "Survey not available"]
    ]
    for (const [name, fields] of closed) {
      cases.push([(yield* external(name, fields))["id"], 404, "Survey not receiving responses"])
    }
    const gone = yield* external("Gone")
    assert.strictEqual((yield* visit(gone["id"])).status, 200)
    yield* call("DELETE", `surveys/${String(gone["id"])}/`)
    cases.push([gone["id"], 404, "Survey not available"])
    for (const [id, status, title] of cases) {
      const page = yield* visit(id)
      assert.strictEqual(page.status, status, `${String(id)} ${title}`)
      assert.include(page.text, `<title>${title}</title>`)
      assert.deepStrictEqual(
        ["content-type", "cache-control", "x-frame-options"].map((name) => page.headers.get(name)),
        ["text/html; charset=utf-8", "no-store", "DENY"]
      )
      assert.isTrue(policyOf(page.headers).has("sandbox"))
      const { body } = yield* visit(id, { headers: { ...html.headers, accept: "application/json" } })
      assert.deepStrictEqual([body["type"], body["attr"]], ["invalid_request", null])
    }
    const { body } = yield* visit(unknown, { headers: { authorization: "", accept: "*/*" } })
    assert.deepStrictEqual(body, { type: "invalid_request", code: "not_found", detail: "Not found.", attr: null })
  }).pipe(world))

it.effect("a survey opens when its time comes, and its page belongs to its project", () =>
  Effect.gen(function*() {
    const { project } = yield* FlagApi
    const second = yield* good("POST", "/api/organizations/@current/projects/", { name: "Second" })
    const made = yield* good("POST", `/api/projects/${String(second["id"])}/surveys/`, {
      name: "Elsewhere",
      type: "external_survey",
      questions: [open("Why?")],
      start_date: "1970-01-01T00:00:10Z"
    })
    assert.strictEqual((yield* visit(made["id"])).status, 404)
    yield* TestClock.adjust("10 seconds")
    const { token } = dataOf((yield* visit(made["id"])).text)
    assert.strictEqual(token, second["api_token"])
    assert.notStrictEqual(token, project.api_token)
  }).pipe(world))
