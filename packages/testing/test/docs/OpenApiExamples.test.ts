import { assert, it } from "@effect/vitest"
import { UserRepository } from "@hedgerow/core/access/AccessRepository"
import { Users } from "@hedgerow/core/access/Users"
import { AccountLinks } from "@hedgerow/core/accounts/AccountLinks"
import type { UserId } from "@hedgerow/core/identity/User"
import { type JsonRecord, recordOrEmpty } from "@hedgerow/core/shared/JsonRecord"
import * as MemoryStorage from "@hedgerow/storage-memory/MemoryStorage"
import { Effect, Layer, Option } from "effect"
import { type Operation, operations, resolve } from "../long/fuzz/Document.ts"
import { FuzzWorld } from "../long/fuzz/FuzzWorld.ts"
import { knownProvider, providerCookie, secretsOf, withSecrets } from "./ExampleAccounts.ts"

const tokenOfExamples = "phc_your_project_token"

const base = "http://hedgerow.test"
const inProject = "/api/projects/1"

/** The path below which the record of an operation's path is created, and the body for it. */
const needed: Readonly<Record<string, readonly [path: string, body: JsonRecord]>> = {
  personal_api_keys: ["/api/personal_api_keys/", { label: "a", scopes: ["feature_flag:read"] }],
  project_secret_api_keys: [`${inProject}/project_secret_api_keys/`, { label: "a", scopes: ["feature_flag:read"] }],
  insights: [`${inProject}/insights/`, { name: "a" }],
  actions: [`${inProject}/actions/`, { name: "a" }],
  insight_variables: [`${inProject}/insight_variables/`, { name: "a", type: "List" }],
  cohorts: [`${inProject}/cohorts/`, { name: "a" }],
  data_deletions: [`${inProject}/data_deletions/`, { events: ["nothing"] }],
  event_definitions: [`${inProject}/event_definitions/`, { name: "order sent" }],
  feature_flags: [`${inProject}/feature_flags/`, { key: "alpha" }],
  experiments: [
    `${inProject}/experiments/`,
    { name: "alpha", feature_flag_key: "checkout-button", start_date: "1969-01-01T00:00:00Z" }
  ],
  experiment_holdouts: [`${inProject}/experiment_holdouts/`, { name: "a", filters: [{ rollout_percentage: 1 }] }],
  experiment_saved_metrics: [
    `${inProject}/experiment_saved_metrics/`,
    {
      name: "a",
      query: { kind: "ExperimentMetric", metric_type: "mean", source: { kind: "EventsNode", event: "x" } }
    }
  ],
  alerts: [
    `${inProject}/alerts/`,
    {
      insight: 1,
      threshold: { configuration: { type: "absolute", bounds: { upper: 5 } } },
      condition: { type: "absolute_value" },
      config: { type: "TrendsAlertConfig", series_index: 0 }
    }
  ],
  subscriptions: [
    `${inProject}/subscriptions/`,
    {
      insight: 1,
      target_type: "webhook",
      target_value: "https://example.com/hooks",
      frequency: "weekly",
      start_date: "2026-01-05T09:00:00Z"
    }
  ],
  projects: ["/api/projects/", { name: "Third" }],
  invites: ["/api/organizations/@current/invites/", { target_email: "ada@example.com" }],
  surveys: [`${inProject}/surveys/`, { name: "alpha", type: "api" }],
  webhooks: [`${inProject}/webhooks/`, { url: "https://example.com/hooks", types: ["*"] }],
  scheduled_changes: [
    `${inProject}/scheduled_changes/`,
    {
      record_id: "1",
      model_name: "FeatureFlag",
      payload: { operation: "update_status", value: false },
      scheduled_at: "2039-01-01T09:00:00Z"
    }
  ]
}

/** Kinds of records that follow from what `prepare` makes. */
const found: ReadonlySet<string> = new Set(["dashboards", "persons", "property_definitions"])

/** Creates the records that the examples need beside the first project. */
const prepare = Effect.gen(function*() {
  const { login, project, send } = yield* FuzzWorld
  const call = Effect.fnUntraced(function*(method: string, path: string, body?: unknown, headers = {}) {
    const text = body === undefined ? undefined : JSON.stringify(body).replaceAll(tokenOfExamples, project.api_token)
    const response = yield* Effect.promise(() =>
      send(
        new Request(base + path, {
          method,
          headers: { "content-type": "application/json", "x-host-login": login, ...headers },
          ...(text === undefined ? undefined : { body: text })
        })
      )
    )
    const answer = yield* Effect.promise(() => response.text())
    return { status: response.status, answer, body: recordOrEmpty(answer === "" ? {} : JSON.parse(answer)) }
  })
  yield* Effect.orDie(Effect.flatMap(Users, (users) => users.create({ email: "ada@example.com" })))
  yield* call("PATCH", "/api/users/@me/", { set_current_organization: project.organization_id })
  yield* call("POST", "/api/projects/", { name: "Second" })
  yield* call("POST", "/batch/", {
    api_key: tokenOfExamples,
    batch: [
      { event: "order paid", distinct_id: "ada", properties: { plan: "pro" } },
      { event: "$groupidentify", distinct_id: "ada", properties: { $group_type: "company", $group_key: "oak" } }
    ]
  })
  yield* call("POST", `${inProject}/feature_flags/`, { key: "beta" })
  yield* call("POST", `${inProject}/insights/`, {
    query: { kind: "TrendsQuery", series: [{ kind: "EventsNode", event: "order paid" }] }
  })
  return { call, project }
})

type World = Effect.Success<typeof prepare>

/** The change request of another member. */
const requestOfAda = Effect.fnUntraced(function*({ call, project }: World) {
  const { id } = yield* Effect.orDie(Effect.flatMap(Users, (users) => users.findByEmail("ada@example.com")))
  yield* call("POST", `/api/organizations/${project.organization_id}/members/`, { email: "ada@example.com" })
  yield* call("PATCH", `${inProject}/`, { flag_approvals: { approvals: 1 } })
  const { body } = yield* call("POST", `${inProject}/feature_flags/`, { key: "held" })
  const login = { "x-host-login": String(id) }
  const asked = yield* call("PATCH", `${inProject}/feature_flags/${String(body["id"])}/`, { name: "Held" }, login)
  return String(recordOrEmpty(asked.body["extra"])["change_request"])
})

const pathOf = Effect.fnUntraced(function*({ path }: Operation, world: World) {
  const { call, project } = world
  const made = path
    .replace("{project_id}", String(project.id))
    .replace("{organization_id}", project.organization_id)
    .replace("{key}", "beta")
    .replace(/(\/groups\/\w+_property\/)$/, "$1?group_type_index=0&group_key=oak")
  if (made.includes("{user_uuid}")) {
    const members = `/api/organizations/${project.organization_id}/members/`
    const { body } = yield* call("POST", members, { email: "ada@example.com" })
    return made.replace("{user_uuid}", String(recordOrEmpty(body["user"])["uuid"]))
  }
  const kind = /(\w+)\/\{id\}/.exec(made)?.[1] ?? ""
  if (kind === "change_requests") return made.replace("{id}", yield* requestOfAda(world))
  if (found.has(kind)) {
    const { body } = yield* call("GET", `${inProject}/${kind}/`)
    const [first] = body["results"] as readonly [JsonRecord]
    return made.replace("{id}", String(first["id"]))
  }
  const need = needed[kind]
  if (need === undefined) return made
  const { body } = yield* call("POST", ...need)
  return made.replace("{id}", String(body["id"]))
})

const examplesOf = ({ body }: Operation): ReadonlyArray<unknown> => {
  const { examples } = resolve(body ?? {})[0]
  return Array.isArray(examples) ? examples : []
}

const sent = operations.filter(({ body }) => body !== undefined)

const passwordOfExamples = "correct horse battery"

/** The body with a token that works, where it has one, and the account that the example is about. */
const withAccount = Effect.fnUntraced(function*(path: string, example: unknown) {
  const links = yield* AccountLinks
  const users = yield* UserRepository
  const { login } = yield* FuzzWorld
  if (path === "/api/setup/") return { ...recordOrEmpty(example), token: Option.getOrThrow(yield* links.issueSetup) }
  const ada = Option.getOrThrow(yield* users.findByEmail("ada@example.com"))
  if (path === "/api/reset/complete/") return { ...recordOrEmpty(example), token: yield* links.issueReset(ada) }
  const user = path === "/api/login/"
    ? ada
    : path.endsWith("/password/")
    ? { ...ada, id: Number(login) as UserId }
    : undefined
  if (user !== undefined) yield* links.reset({ token: yield* links.issueReset(user), password: passwordOfExamples })
  return example
})

const send = Effect.fnUntraced(function*(operation: Operation, example: unknown) {
  const world = yield* prepare
  const path = yield* pathOf(operation, world)
  const isOfrep = path.startsWith("/ofrep/")
  if (/copy_flags/.test(path)) yield* world.call("POST", `${inProject}/feature_flags/`, { key: "new-checkout" })
  const headers = isOfrep ? { authorization: `Bearer ${world.project.api_token}` } : { cookie: providerCookie }
  const secrets = yield* secretsOf(path, (login, organization, target_email) =>
    Effect.map(
      world.call("POST", `/api/organizations/${organization}/invites/`, { target_email }, { "x-host-login": login }),
      ({ body }) => body
    ))
  const body = withSecrets(yield* withAccount(path, example), secrets)
  return yield* world.call(operation.method, path, body, headers)
})

it.effect("every example of a request's body is taken", () =>
  Effect.gen(function*() {
    const examples = sent.flatMap((operation) => examplesOf(operation).map((example) => ({ operation, example })))
    const refused = yield* Effect.forEach(examples, ({ example, operation }) =>
      send(operation, example).pipe(
        Effect.provide(Layer.fresh(FuzzWorld.layerOver(MemoryStorage.layer).pipe(Layer.provideMerge(knownProvider)))),
        Effect.map(({ answer, status }) => status < 300 ? [] : [`${operation.operationId}: ${status} ${answer}`])
      ))
    assert.isAbove(sent.length, 25)
    assert.isAtLeast(examples.length, sent.length)
    assert.deepStrictEqual(refused.flat(), [])
  }), 300_000)
