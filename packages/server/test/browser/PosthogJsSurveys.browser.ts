import { assert, describe, it } from "@effect/vitest"
import type { Page } from "playwright-core"
import type { PostHog, Survey } from "posthog-js"
import { settles } from "../ServerClient.ts"
import { sendSurvey } from "./SendSurvey.ts"
import { useBrowser } from "./World.ts"

declare const posthog: PostHog

/** The scripts that each build loads from the server: parts of the SDK by the version of the page. */
const surveyScript = ["/static/<version>/surveys.js", 200]
const scriptsOf = {
  "module.full.no-external": [],
  module: [surveyScript],
  array: [["/static/array.js", 200], surveyScript]
}

/** Answers within reach of a test: nothing is waited for before the survey is shown. */
const appearance = { surveyPopupDelaySeconds: 0, displayThankYouMessage: false }

/** The names of the surveys that the SDK would show now, once it can show any and has the flags of the visitor. */
const matching = (page: Page) =>
  page.evaluate(() =>
    new Promise<ReadonlyArray<string>>((resolve) => {
      posthog.onSurveysLoaded(() =>
        posthog.onFeatureFlags(() =>
          posthog.getActiveMatchingSurveys((found: ReadonlyArray<Survey>) => {
            resolve(found.map(({ name }) => name))
          }, true)
        )
      )
    })
  )

describe("posthog-js and surveys in a browser", () => {
  const { arrives, open, parts } = useBrowser([])

  const send = (method: string, path: string, body?: object) => sendSurvey(parts().server, method, path, body)

  const start_date = "2026-01-01T00:00:00Z"

  const builds = ["module.full.no-external", "module", "array"] as const

  it.each(builds)("%s: a survey that runs is shown, answered once, and not shown again", async (build) => {
    const { relay } = parts()
    const made = await send("POST", "", {
      name: `Shop feedback ${build}`,
      type: "popover",
      appearance,
      questions: [{ id: "why", type: "open", question: "What is missing in the shop?" }],
      start_date
    })
    const condition = (event: string) => `event = '${event}' and properties.$survey_id = '${String(made["id"])}'`
    const { page, reload } = await open({}, build)
    await page.getByText("What is missing in the shop?").waitFor()
    const scripts = relay.exchanges.filter(({ path }) => path.startsWith("/static/"))
    assert.deepStrictEqual(
      scripts.map(({ path, status }) => [path.replace(/\/\d+\.\d+\.\d+\//, "/<version>/"), status]),
      scriptsOf[build]
    )
    assert.deepInclude(relay.sentTo("/api/surveys/")[0], { method: "GET", status: 200 })
    await arrives(condition("survey shown"))
    await page.locator("textarea").fill("Umbrellas")
    await page.getByRole("button", { name: "Submit" }).click()
    await arrives(`${condition("survey sent")} and properties.$survey_response_why = 'Umbrellas'`)
    const { results } = await send("GET", `${String(made["id"])}/responses/`)
    assert.containSubset(results, [{ answers: [{ question_id: "why", answer: "Umbrellas" }], completed: true }])
    const { stats } = await send("GET", `${String(made["id"])}/stats/`)
    assert.containSubset(stats, { "survey sent": { total_count: 1 }, questions: { why: { responses: 1 } } })
    relay.exchanges.length = 0
    await reload()
    await settles(() => Promise.resolve(relay.sentTo("/flags/").length > 0), true)
    const seen = await matching(page)
    assert.deepStrictEqual(seen, [])
    await send("PATCH", `${String(made["id"])}/`, { archived: true })
  })

  it("drafts, stopped surveys and those for others are not shown", async () => {
    const filters = {
      groups: [{
        properties: [{ key: "plan", type: "person", operator: "exact", value: ["pro"] }],
        rollout_percentage: 100
      }]
    }
    const questions = [{ type: "open", question: "Why?" }]
    const shared = { type: "popover", appearance, questions }
    const made = [
      await send("POST", "", { ...shared, name: "Draft" }),
      await send("POST", "", { ...shared, name: "Stopped", start_date, end_date: "2026-01-02T00:00:00Z" }),
      await send("POST", "", { ...shared, name: "For pros", start_date, targeting_flag_filters: filters }),
      await send("POST", "", { ...shared, name: "Elsewhere", start_date, conditions: { url: "/elsewhere" } })
    ]
    const { flags, page } = await open({}, "module.full.no-external")
    await flags()
    const listed = await page.evaluate(() =>
      new Promise<ReadonlyArray<string>>((resolve) => {
        posthog.getSurveys((found: ReadonlyArray<Survey>) => resolve(found.map(({ name }) => name)), true)
      })
    )
    assert.includeMembers([...listed], ["Draft", "Stopped", "For pros", "Elsewhere"])
    assert.deepStrictEqual(await matching(page), [])
    await page.evaluate(() => posthog.identify("ada", { plan: "pro" }))
    await settles(async () => (await matching(page)).join(), "For pros")
    for (const { id } of made) await send("PATCH", `${String(id)}/`, { archived: true })
  })
})
