import { assert, describe, it } from "@effect/vitest"
import { isJsonRecord, type JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { Effect } from "effect"
import { call, FlagApi } from "../flags/FlagApi.ts"

/**
 * The requests of a resource as the reference's provider makes them (`internal/httpclient`, `internal/resource`): bodies,
 * methods and paths. What is not configured is left out, or null where the provider says so.
 */
interface Resource {
  readonly collection: string
  readonly create: JsonRecord
  readonly update: JsonRecord
  /** The method of an update; PATCH unless said otherwise. */
  readonly method?: "PUT"
  /** The body of the PATCH that deletes it, from what was read before; without it DELETE does. */
  readonly deletion?: (found: JsonRecord) => JsonRecord
  /** The value that the provider compares with a configured one, where it is answered in another form. */
  readonly state?: Readonly<Record<string, (answered: unknown) => unknown>>
}

const userAgent = { "user-agent": "posthog/terraform-provider; version: 1.0.0" }

const ask = (method: string, path: string, body?: JsonRecord) => call(method, path, body, { headers: userAgent })

const idOf = (answered: unknown) => (answered as { id: unknown }).id
const sorted = (answered: unknown) => (answered as ReadonlyArray<string>).toSorted()

/** An answer as the provider normalizes it: without nulls, ids and versions that were not configured. */
const normalized = (answered: unknown, configured: unknown): unknown => {
  if (Array.isArray(answered) && Array.isArray(configured)) {
    return answered.map((one, place) => normalized(one, configured[place]))
  }
  if (!isJsonRecord(answered) || !isJsonRecord(configured)) return answered
  const isMeant = ([key, value]: readonly [string, unknown]) =>
    key in configured || (value !== null && key !== "id" && key !== "version")
  return Object.fromEntries(
    Object.entries(answered).filter(isMeant).map(([key, value]) => [key, normalized(value, configured[key])])
  )
}

/** What a plan compares is what was configured: nothing is left to change. */
const assertNoDifference = (configured: JsonRecord, answered: JsonRecord, { state = {} }: Resource) => {
  for (const [field, value] of Object.entries(configured)) {
    if (value === null && !(field in answered)) continue
    const read = state[field] ?? ((one: unknown) => one)
    assert.deepStrictEqual(normalized(read(answered[field]), value), value, field)
  }
}

const lives = Effect.fnUntraced(function*(resource: Resource) {
  const { collection, create, deletion, method = "PATCH", update } = resource
  const created = yield* ask("POST", collection, create)
  assert.strictEqual(created.status, 201, created.text)
  const path = `${collection}${String(created.body["id"])}/`
  const readBack = Effect.fnUntraced(function*(configured: JsonRecord) {
    const read = yield* ask("GET", path)
    assert.strictEqual(read.status, 200, read.text)
    assertNoDifference(configured, read.body, resource)
    return read.body
  })
  assertNoDifference(create, created.body, resource)
  yield* readBack(create)
  const updated = yield* ask(method, path, update)
  assert.strictEqual(updated.status, 200, updated.text)
  assertNoDifference(update, updated.body, resource)
  const found = yield* readBack(update)
  // A second apply of the same configuration changes nothing.
  assert.strictEqual((yield* ask(method, path, update)).status, 200)
  yield* readBack(update)

  const deleted = deletion === undefined ? yield* ask("DELETE", path) : yield* ask("PATCH", path, deletion(found))
  assert.include([200, 204], deleted.status, deleted.text)
  // The provider takes 404 and a mark of deletion for gone.
  const gone = yield* ask("GET", path)
  if (gone.status !== 404) assert.deepInclude(gone.body, { deleted: true })
})

const query = (event: string) => ({
  kind: "InsightVizNode",
  source: { kind: "TrendsQuery", series: [{ kind: "EventsNode", event }], dateRange: { date_from: "-7d" } }
})

const surveyOf = (fields: JsonRecord): JsonRecord => ({
  name: "tf survey",
  type: "popover",
  linked_flag_id: null,
  linked_insight_id: null,
  questions: [{ type: "open", question: "Why?" }],
  responses_limit: null,
  iteration_count: null,
  iteration_frequency_days: null,
  response_sampling_interval: null,
  response_sampling_limit: null,
  ...fields
})

const isSoftDeleted = { deletion: () => ({ deleted: true }) }

describe("the requests of the reference's Terraform provider", () => {
  it.effect("make, change and remove a project of an organisation that is named @current or by its slug", () =>
    Effect.gen(function*() {
      const current = yield* ask("GET", "/api/organizations/@current/")
      const listed = yield* ask("GET", "/api/organizations/")
      const bySlug = (listed.body["results"] as ReadonlyArray<JsonRecord>).find(
        ({ slug }) => slug === current.body["slug"]
      )
      assert.strictEqual(bySlug?.["id"], current.body["id"])
      yield* lives({
        collection: `/api/organizations/${String(current.body["id"])}/projects/`,
        create: { name: "tf project", timezone: "Europe/Berlin" },
        update: { name: "tf project, renamed", timezone: "UTC" }
      })
    }).pipe(Effect.provide(FlagApi.layer)))

  const resources: Readonly<Record<string, Omit<Resource, "collection"> & { readonly path: string }>> = {
    action: {
      path: "projects/1/actions/",
      create: { name: "tf action", description: "", tags: ["a", "b"], steps: [{ event: "$pageview", url: "/x" }] },
      update: { name: "tf action 2", description: "d", tags: ["c"], steps: [{ event: "paid" }, { event: "refunded" }] },
      state: { tags: sorted },
      ...isSoftDeleted
    },
    dashboard: {
      path: "projects/1/dashboards/",
      create: { name: "tf board", description: "d", pinned: true, tags: ["a", "b"] },
      update: { name: "tf board 2", description: "", pinned: false, tags: ["b"] },
      state: { tags: sorted },
      ...isSoftDeleted
    },
    insight: {
      path: "projects/1/insights/",
      create: { name: "tf insight", description: "d", query: query("paid"), tags: ["a", "b"] },
      update: { name: "tf insight 2", derived_name: "x", description: "", query: query("refunded"), tags: ["b"] },
      state: { tags: sorted },
      ...isSoftDeleted
    },
    "feature flag": {
      path: "projects/1/feature_flags/",
      create: { key: "tf-a", name: "", active: false, filters: { groups: [{}] }, deleted: false },
      update: {
        key: "tf-a",
        name: "T",
        active: true,
        filters: { groups: [{ rollout_percentage: 50 }] },
        tags: ["x", "y"],
        deleted: false
      },
      state: { tags: sorted },
      deletion: ({ key }) => ({ key, deleted: true })
    },
    survey: {
      path: "projects/1/surveys/",
      create: surveyOf({ description: "d" }),
      update: surveyOf({ name: "tf survey 2", responses_limit: 10, questions: [{ type: "open", question: "How?" }] }),
      method: "PUT"
    }
  }

  it.effect.each(Object.entries(resources))(
    "make, read, change and remove a %s, without a difference in a plan",
    ([, { path, ...rest }]) => lives({ ...rest, collection: `/api/${path}` }).pipe(Effect.provide(FlagApi.layer))
  )

  it.effect("make, read, change and remove an alert, without a difference in a plan", () =>
    Effect.gen(function*() {
      const insight = yield* ask("POST", "/api/projects/1/insights/", { name: "watched", query: query("paid") })
      const user = yield* ask("GET", "/api/users/@me/")
      const configured = {
        name: "tf alert",
        insight: insight.body["id"],
        enabled: true,
        subscribed_users: [user.body["id"]],
        threshold: { configuration: { type: "absolute", bounds: { lower: 1.5, upper: 100 } } },
        condition: { type: "absolute_value" },
        config: { type: "TrendsAlertConfig", series_index: 0, check_ongoing_interval: false },
        calculation_interval: "daily",
        skip_weekend: false
      }
      yield* lives({
        collection: "/api/environments/1/alerts/",
        create: configured,
        update: {
          ...configured,
          name: "tf alert 2",
          threshold: { configuration: { type: "percentage", bounds: { upper: 0.5 } } },
          condition: { type: "relative_increase" },
          calculation_interval: "weekly",
          skip_weekend: true
        },
        state: {
          insight: idOf,
          subscribed_users: (users) => (users as ReadonlyArray<unknown>).map(idOf),
          threshold: (answered) => ({ configuration: (answered as JsonRecord)["configuration"] })
        }
      })
    }).pipe(Effect.provide(FlagApi.layer)))
})
