import { assert, it } from "@effect/vitest"
import type { Client } from "@hedgerow/client"
import { countedFetch } from "./support/Counted.ts"
import { serveMemory } from "./support/ServedMemory.ts"

const server = serveMemory()

const counted = countedFetch()

const connect = (): Client => server.client({ fetch: counted.fetch })

const identityAndAccess = async (client: Client): Promise<void> => {
  const me = await client.identity.me()
  const organization = me.organization?.id ?? ""
  assert.strictEqual((await client.identity.projects({ limit: 1 })).count, 1)
  assert.strictEqual((await client.identity.organizations()).results.length, 1)
  assert.strictEqual((await client.identity.organization({ organization_id: organization })).id, organization)
  assert.strictEqual((await client.members.list({ organization_id: organization })).results.length, 1)
  const key = await client.identity.currentKey()
  assert.isString(key.label)
  const project = await client.project.updateProject({ body: { name: "Meadow" } })
  assert.deepStrictEqual([project.id, project.name], [1, "Meadow"])
  assert.strictEqual((await client.project.project({ project_id: "@current" })).name, "Meadow")
  const secret = await client.projectSecretKeys.create({ body: { label: "worker", scopes: ["feature_flag:read"] } })
  assert.match(secret.value ?? "", /^phs_/)
  assert.strictEqual((await client.projectSecretKeys.list()).results.length, 1)
  await client.projectSecretKeys.revoke({ id: secret.id })
  assert.strictEqual((await client.health.health()).status, "ok")
  assert.strictEqual((await client.health.ready()).status, "ok")
}

const capturedEvents = async (client: Client): Promise<void> => {
  const batch = ["ada", "bob", "cyd"].flatMap((distinct_id) => [
    { event: "page seen", distinct_id, properties: { path: "/" } },
    { event: "order paid", distinct_id, properties: { price: 12.5 } }
  ])
  await client.capture.batch({ body: { api_key: server.token, batch } })
  await client.capture.capture({ body: { api_key: server.token, event: "page seen", distinct_id: "dee" } })
  const { columns, results } = await client.query.ask(
    "SELECT event, count() AS times FROM events GROUP BY event ORDER BY times"
  )
  assert.deepStrictEqual([columns, results], [["event", "times"], [["order paid", 3], ["page seen", 4]]])
}

const exportedEvents = async (client: Client): Promise<void> => {
  const asked = await client.dataExports.create({ body: { export_format: "application/x-ndjson", model: "events" } })
  let found = asked
  while (found.status === "pending" || found.status === "running") {
    found = await client.dataExports.read({ id: asked.id })
  }
  assert.deepStrictEqual([found.status, found.rows, found.exception], ["completed", 7, null])
  const lines = (await new Response(await client.dataExports.content({ id: asked.id })).text()).trimEnd().split("\n")
  assert.strictEqual(lines.length, 7)
  await client.dataExports.remove({ id: asked.id })
}

const definitions = async (client: Client): Promise<void> => {
  const events = await client.definitions.events({ search: "paid" })
  assert.deepStrictEqual(events.results.map(({ name }) => name), ["order paid"])
  const [first] = events.results
  const changed = await client.definitions.updateEvent({ id: first?.id ?? "", body: { description: "Money came in." } })
  assert.strictEqual(changed.description, "Money came in.")
  assert.strictEqual((await client.definitions.eventByName({ name: "order paid" })).id, first?.id)
  const properties = await client.definitions.properties({ search: "price" })
  assert.deepStrictEqual(properties.results.map(({ name }) => name), ["price"])
}

const flags = async (client: Client): Promise<number> => {
  const flag = await client.featureFlags.create({
    body: {
      key: "checkout",
      name: "The new checkout",
      filters: { groups: [{ rollout_percentage: 100, properties: [] }] }
    }
  })
  assert.strictEqual((await client.featureFlags.read({ id: flag.id })).key, "checkout")
  const renamed = await client.featureFlags.update({ id: flag.id, body: { name: "Checkout" } })
  assert.deepStrictEqual([renamed.name, renamed.version], ["Checkout", flag.version + 1])
  assert.strictEqual((await client.featureFlags.list({ search: "check" })).count, 1)
  assert.strictEqual((await client.featureFlags.status({ id: flag.id })).status, "active")
  assert.strictEqual((await client.featureFlags.activityOfOne({ id: flag.id })).results.length, 2)
  assert.strictEqual((await client.featureFlags.activity()).total_count, 2)
  assert.deepStrictEqual((await client.featureFlagActions.bulkKeys({ body: { ids: [flag.id] } })).keys, {
    [flag.id]: "checkout"
  })
  assert.deepStrictEqual(await client.featureFlagActions.dependents({ id: flag.id }), [])
  assert.deepStrictEqual((await client.featureFlagActions.matchingIds({ search: "check" })).ids, [flag.id])
  assert.strictEqual((await client.featureFlagAnswers.myFlags())[0]?.value, true)
  assert.deepStrictEqual((await client.featureFlagAnswers.evaluationReasons({ distinct_id: "ada" }))["checkout"], {
    value: true,
    evaluation: { reason: "condition_match", condition_index: 0 }
  })
  assert.strictEqual((await client.featureFlagAnswers.explain({ id: flag.id, distinct_id: "ada" })).key, "checkout")
  const radius = await client.featureFlagAnswers.blastRadius({ body: { condition: { properties: [] } } })
  assert.strictEqual(radius.users_affected, radius.total_users)
  const answers = await client.flags.evaluate({ v: "2", body: { token: server.token, distinct_id: "ada" } })
  assert.isTrue("flags" in answers && answers.flags["checkout"]?.enabled)
  const provider = server.client({ key: server.token, fetch: counted.fetch })
  const ofrep = await provider.ofrep.one({ key: "checkout", body: { context: { targetingKey: "ada" } } })
  assert.isTrue("value" in ofrep && ofrep.value)
  assert.strictEqual((await client.projectLocalEvaluation.definitions()).flags.length, 1)
  return flag.id
}

const schedules = async (client: Client, flag: number): Promise<void> => {
  const change = await client.scheduledChanges.create({
    body: {
      record_id: String(flag),
      model_name: "FeatureFlag",
      payload: { operation: "update_status", value: false },
      scheduled_at: "2039-01-01T09:00:00Z"
    }
  })
  assert.strictEqual((await client.scheduledChanges.read({ id: change.id })).record_id, String(flag))
  assert.strictEqual((await client.scheduledChanges.list({ model_name: "FeatureFlag" })).count, 1)
  assert.isUndefined(await client.scheduledChanges.remove({ id: change.id }))
}

const actionsAndCohorts = async (client: Client): Promise<void> => {
  const action = await client.actions.create({ body: { name: "Paid", steps: [{ event: "order paid" }] } })
  assert.strictEqual((await client.actions.read({ id: action.id })).name, "Paid")
  assert.strictEqual(
    (await client.actions.update({ id: action.id, body: { description: "An order" } })).description,
    "An order"
  )
  assert.strictEqual((await client.actions.list()).count, 1)
  assert.strictEqual((await client.actions.activity({ id: action.id })).total_count, 2)
  const cohort = await client.cohorts.create({ body: { name: "Friends", is_static: true } })
  assert.strictEqual((await client.cohorts.read({ id: cohort.id })).is_static, true)
  assert.strictEqual((await client.cohorts.persons({ id: cohort.id })).results.length, 0)
  assert.strictEqual((await client.cohorts.list({ search: "Fri" })).count, 1)
}

const insights = async (client: Client): Promise<void> => {
  const dashboard = await client.dashboards.create({ body: { name: "Sales" } })
  const query = { kind: "TrendsQuery", series: [{ kind: "EventsNode", event: "order paid" }] } as const
  const insight = await client.insights.create({ body: { name: "Orders", dashboards: [dashboard.id], query } })
  assert.strictEqual((await client.insights.read({ id: insight.id, refresh: "blocking" })).name, "Orders")
  assert.strictEqual((await client.insights.list({ search: "Ord" })).count, 1)
  assert.match(await client.insightCharts.chart({ id: insight.id }), /^<svg/)
  assert.strictEqual((await client.dashboards.read({ id: dashboard.id })).tiles?.length, 1)
  assert.strictEqual((await client.dashboards.update({ id: dashboard.id, body: { pinned: true } })).pinned, true)
  assert.strictEqual((await client.dashboards.list({ search: "Sales" })).count, 1)
  const variable = await client.insightVariables.create({
    body: { name: "Country", type: "String", default_value: "FR" }
  })
  assert.strictEqual((await client.insightVariables.list()).results[0]?.id, variable.id)
}

const surveys = async (client: Client): Promise<void> => {
  const survey = await client.surveys.create({
    body: { name: "Happy?", type: "api", questions: [{ type: "open", question: "How was it?" }] }
  })
  assert.strictEqual((await client.surveys.read({ id: survey.id })).name, "Happy?")
  const begun = await client.surveys.update({ id: survey.id, body: { start_date: "2026-01-01T00:00:00Z" } })
  assert.strictEqual(begun.start_date, "2026-01-01T00:00:00Z")
  assert.strictEqual((await client.surveys.list({ search: "Happy" })).count, 1)
  await client.capture.batch({
    body: {
      api_key: server.token,
      batch: [{
        event: "survey sent",
        distinct_id: "ada",
        properties: { $survey_id: survey.id, $survey_response: "Very good" }
      }]
    }
  })
  const responses = await client.surveyResponses.list({ id: survey.id })
  const [response] = responses.results
  const place = { id: survey.id, response_uuid: response?.uuid ?? "" }
  await client.surveyResponses.archive(place)
  assert.deepStrictEqual(await client.surveyResponses.archivedUuids({ id: survey.id }), [place.response_uuid])
  await client.surveyResponses.unarchive(place)
  assert.deepStrictEqual(await client.surveyResponses.counts(), { [survey.id]: 1 })
  assert.strictEqual((await client.surveyResponses.stats({ id: survey.id })).survey_id, survey.id)
  assert.isObject(await client.surveyResponses.allStats())
  assert.strictEqual((await client.surveySdk.surveys({ token: server.token })).surveys.length, 1)
  assert.isUndefined(await client.surveys.remove({ id: survey.id }))
}

const experiments = async (client: Client): Promise<void> => {
  const holdout = await client.holdouts.create({ body: { name: "Held", filters: [{ rollout_percentage: 10 }] } })
  const metric = await client.savedMetrics.create({
    body: {
      name: "Orders",
      query: { kind: "ExperimentMetric", metric_type: "mean", source: { kind: "EventsNode", event: "order paid" } }
    }
  })
  const experiment = await client.experiments.create({
    body: { name: "Button", feature_flag_key: "button", holdout_id: holdout.id, saved_metrics_ids: [{ id: metric.id }] }
  })
  assert.strictEqual((await client.experiments.read({ id: experiment.id })).name, "Button")
  assert.isString((await client.experimentActions.launch({ id: experiment.id })).start_date)
  assert.strictEqual((await client.experimentResults.results({ id: experiment.id })).metrics[0]?.name, "Orders")
  assert.match(await client.experimentReport.show({ id: experiment.id }), /<html/)
  assert.strictEqual((await client.experimentActions.stats()).launched_last_30d, 1)
  assert.strictEqual((await client.experimentActions.eligibleFlags()).count, 1)
  assert.strictEqual((await client.experiments.list()).count, 1)
  const ended = await client.experimentActions.end({ id: experiment.id, body: { conclusion: "won" } })
  assert.strictEqual(ended.conclusion, "won")
  const deleted = await client.experiments.update({ id: experiment.id, body: { deleted: true } })
  assert.strictEqual(deleted.deleted, true)
}

it("calls operations of all domains, and reads their answers by their types", async () => {
  const client = connect()
  await identityAndAccess(client)
  await capturedEvents(client)
  await exportedEvents(client)
  await definitions(client)
  const flag = await flags(client)
  await schedules(client, flag)
  await actionsAndCohorts(client)
  await insights(client)
  await surveys(client)
  await experiments(client)
  assert.isAtLeast(new Set(counted.sent).size, 60, counted.sent.join("\n"))
})
