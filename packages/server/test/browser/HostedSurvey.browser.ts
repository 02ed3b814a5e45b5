import { afterEach, assert, describe, it } from "@effect/vitest"
import type { Page } from "playwright-core"
import { sendSurvey } from "./SendSurvey.ts"
import { watch } from "./Visit.ts"
import { useBrowser } from "./World.ts"

const start_date = "2026-01-01T00:00:00Z"

/** A name that would run if it stood in the page as anything but text. */
const hostile = `Feedback </script><script>window.hacked = 1</script><img src=x onerror="window.hacked = 2">`

const questions = [
  {
    id: "nps",
    type: "rating",
    question: "How likely are you to recommend us?",
    display: "number",
    scale: 10,
    isNpsQuestion: true,
    lowerBoundLabel: "Not likely",
    upperBoundLabel: "Very likely"
  },
  {
    id: "use",
    type: "multiple_choice",
    question: "What do you use it for?",
    choices: ["Reports", "Debugging", "Something else"],
    hasOpenChoice: true
  },
  { id: "mood", type: "rating", question: "How was the start?", display: "emoji", scale: 5 },
  {
    id: "why",
    type: "open",
    question: "What would you improve?",
    description: "A <b>few</b> words are enough.",
    descriptionContentType: "html"
  }
]

const chrome = "Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36"

describe("the page of an external survey", () => {
  const { arrives, parts, sql } = useBrowser([])
  const opened: Array<{ readonly page: Page; readonly complaints: ReadonlyArray<string> }> = []

  /** Opens a page as somebody's own browser: the SDK sends nothing for robots. */
  const open = async (path: string, width: number) => {
    const { browser, relay } = parts()
    const context = await browser.newContext({ viewport: { width, height: 800 }, userAgent: chrome })
    const page = await context.newPage()
    await page.addInitScript(() => {
      Object.defineProperty(navigator, "webdriver", { get: () => false })
      Object.defineProperty(navigator, "userAgentData", { get: () => undefined })
    })
    const one = { page, complaints: watch(page, [relay.url]) }
    opened.push(one)
    await page.goto(relay.url + path)
    return page
  }

  afterEach(async () => {
    const complaints = opened.flatMap((one) => one.complaints)
    await Promise.all(opened.splice(0).map(({ page }) => page.context().close()))
    assert.deepStrictEqual(complaints, [])
  })

  const overflow = (page: Page) =>
    page.evaluate<number>("document.documentElement.scrollWidth - document.documentElement.clientWidth")

  const submit = async (page: Page, question: string, answer: () => Promise<void>) => {
    await page.getByText(question).waitFor()
    assert.strictEqual(await overflow(page), 0, question)
    await answer()
    await page.getByRole("button", { name: "Submit" }).click()
  }

  const make = (fields: object) =>
    sendSurvey(parts().server, "POST", "", { type: "external_survey", questions, start_date, ...fields })

  it.each([1280, 390])("is answered by clicks on %i pixels, and the response arrives", async (width) => {
    const { id } = await make({ name: `${hostile} ${width}`, description: "A private note" })
    const page = await open(`/external_surveys/${String(id)}/?distinct_id=ada&campaign=mail`, width)
    assert.strictEqual(await page.title(), `${hostile} ${width}`)
    await submit(page, "How likely are you", () => page.getByRole("button", { name: "Rate 9" }).click())
    await submit(page, "What do you use it for?", async () => {
      await page.getByText("Reports").click()
      await page.locator("input[type=text]").click()
      await page.locator("input[type=text]").fill("Umbrellas")
    })
    await submit(page, "How was the start?", () => page.getByRole("button", { name: "Rate 4" }).click())
    await submit(page, "What would you improve?", () => page.locator("textarea").fill("More colours"))
    await page.getByText("Thank you!").waitFor()
    const sent = `event = 'survey sent' and properties.$survey_id = '${String(id)}'`
    await arrives(sent)
    const [[person, properties] = []] = await sql(`select distinct_id, properties from events where ${sent}`)
    assert.strictEqual(person, "ada")
    assert.deepInclude(JSON.parse(String(properties)), {
      campaign: "mail",
      $survey_completed: true,
      $survey_response_nps: 9,
      $survey_response_use: ["Reports", "Umbrellas"],
      $survey_response_mood: 4,
      $survey_response_why: "More colours"
    })
    await arrives(`event = 'survey shown' and properties.$survey_id = '${String(id)}'`)
    const read = (path: string) => sendSurvey(parts().server, "GET", `${String(id)}/${path}`)
    assert.containSubset(await read("stats/"), {
      rates: { response_rate: 100 },
      stats: {
        "survey sent": { unique_persons: 1 },
        questions: {
          nps: { responses: 1, mean: 9, nps: { score: 100, promoters: 1 } },
          use: { choices: { Reports: 1 }, open_choices: 1 },
          mood: { mean: 4 },
          why: { responses: 1 }
        }
      }
    })
    assert.containSubset((await read("responses/"))["results"], [{
      distinct_id: "ada",
      completed: true,
      archived: false,
      answers: [9, ["Reports", "Umbrellas"], 4, "More colours"].map((answer) => ({ answer }))
    }])
    assert.isUndefined(await page.evaluate("window.hacked"))
    assert.notInclude(await page.content(), "A private note")
    await page.evaluate(
      `void dispatchEvent(new CustomEvent("PHSurveyClosed", { detail: { surveyId: "${String(id)}" } }))`
    )
    await page.getByText("You can close this page.").waitFor()
  })

  it("a link answers the first question, and texts can be read on the survey's colours", async () => {
    const [nps, , , why] = questions
    const { id } = await make({
      name: "By a link",
      questions: [{ ...nps, skipSubmitButton: true }, why],
      appearance: { backgroundColor: "#0b1120", submitButtonColor: "gold", ratingButtonColor: "url(https://a.test)" }
    })
    const page = await open(`/external_surveys/${String(id)}/?q0=8`, 390)
    await page.getByText("What would you improve?").waitFor()
    const colours = await page.evaluate(
      `["main", ".form-submit"].map((selector) => getComputedStyle(document.querySelector(selector)))
        .map(({ backgroundColor, color }) => [backgroundColor, color])`
    )
    assert.deepStrictEqual(colours, [
      ["rgb(11, 17, 32)", "rgb(255, 255, 255)"],
      ["rgb(255, 215, 0)", "rgb(17, 24, 39)"]
    ])
    await submit(page, "What would you improve?", () => page.locator("textarea").fill("Less"))
    await page.getByText("Thank you!").waitFor()
    await arrives(
      `event = 'survey sent' and properties.$survey_id = '${String(id)}' and properties.$survey_response_why = 'Less'`
    )
  })

  it("other sites may embed the page where the survey says so", async () => {
    const embedding = { name: "Embedded", questions: questions.slice(3), enable_iframe_embedding: true }
    const { browser, relay, shop } = parts()
    const { id } = await make(embedding)
    const page = await (await browser.newContext()).newPage()
    opened.push({ page, complaints: watch(page, [relay.url, shop.url]) })
    await page.goto(`${shop.url}/module`)
    const url = `${relay.url}/external_surveys/${String(id)}/`
    await page.evaluate(`void (document.body.appendChild(document.createElement("iframe")).src = "${url}")`)
    const question = page.frameLocator("iframe").getByText("What would you improve?")
    await question.waitFor()
    assert.isTrue(await question.isVisible())
  })
})
