// The harness for tests with promises.
// @effect-diagnostics asyncFunction:off
import { assert, it } from "@effect/vitest"
import { startTestApi } from "@hedgerow/testing"

const project = "/api/projects/@current"

it("errors that beginners meet say the fix", async () => {
  const { close, fetch, host, key, token } = await startTestApi()
  const hintFor = async (path: string, authorization: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(host + path, {
      method: body === undefined ? "GET" : "POST",
      headers: { authorization, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
    assert.include([400, 401], response.status)
    return (await response.json() as { readonly extra?: { readonly hint?: unknown } }).extra?.hint
  }
  const signed = `Bearer ${key}`
  const trends = (node: object) => ({ query: { kind: "TrendsQuery", series: [node] } })
  const survey = { name: "S", type: "popup", questions: [{ type: "open", question: "?" }] }
  const metrics = [{ metric_type: "mean", source: { kind: "EventsNode", event: "paid" } }]

  assert.include(await hintFor(`${project}/`, `Bearer ${token}`), "The API takes a personal API key")
  assert.include(await hintFor(`${project}/query/`, `Bearer ${token}`, trends({})), "The API takes a personal API key")
  assert.include(await hintFor(`${project}/`, key), "no Bearer before its key")
  assert.strictEqual(
    await hintFor(`${project}/query/`, signed, trends({ kind: "EventsNode", evnt: "$pageview" })),
    "Did you mean 'event'?"
  )
  assert.include(await hintFor(`${project}/surveys/`, signed, survey), "is a popover")
  assert.include(
    await hintFor(`${project}/experiments/`, signed, { name: "E", feature_flag_key: "e", metrics }),
    "\"kind\": \"ExperimentMetric\""
  )
  await close()
})
