import { isJsonRecord, type JsonRecord, recordOrEmpty } from "@hedgerow/core/shared/JsonRecord"
import { Effect, Schedule } from "effect"
import { FuzzWorld, marker } from "./FuzzWorld.ts"

const base = "http://hedgerow.test"

interface CallAnswer {
  readonly status: number
  readonly text: string
  readonly body: JsonRecord
}

type Call = (method: string, path: string, body?: unknown) => Effect.Effect<CallAnswer>

/** Calls that the run's own preparation makes. */
const askAs = (login: string): Effect.Effect<Call, never, FuzzWorld> =>
  Effect.map(FuzzWorld, ({ send }): Call =>
    Effect.fnUntraced(function*(method, path, body) {
      const request = new Request(base + path, {
        method,
        headers: { "x-host-login": login, "content-type": "application/json" },
        ...(body === undefined ? undefined : { body: JSON.stringify(body) })
      })
      const response = yield* Effect.promise(() => send(request))
      const text = yield* Effect.promise(() => response.text())
      const parsed: unknown = text === "" ? {} : JSON.parse(text)
      return { status: response.status, text, body: isJsonRecord(parsed) ? parsed : {} }
    }))

/** As `askAs`, of calls that must succeed. */
const callAs = (login: string): Effect.Effect<Call, never, FuzzWorld> =>
  Effect.map(
    askAs(login),
    (ask): Call => (method, path, body) =>
      Effect.tap(ask(method, path, body), ({ status, text }) =>
        status < 300 ? Effect.void : Effect.die(new Error(`${method} ${path} answered ${status}: ${text}`)))
  )

const eventsOf = (token: string, name: string) => ({
  api_key: token,
  batch: [
    ...["ada", "bob"].map((distinct_id) => ({
      event: name,
      distinct_id,
      properties: { plan: name, $set: { plan: name, email: `${name}@b.test` }, $groups: { company: name } }
    })),
    {
      event: "$groupidentify",
      distinct_id: "ada",
      properties: { $group_type: "company", $group_key: name, $group_set: { plan: name } }
    }
  ]
})

/** Makes one of everything in a project, all of it named by one word; answers the ids. */
const furnish = Effect.fnUntraced(function*(call: Call, project: number, token: string, name: string) {
  const at = (path: string) => `/api/projects/${project}/${path}`
  const idOf = ({ body }: { readonly body: JsonRecord }) => body["id"] as number | string
  yield* call("POST", "/batch/", eventsOf(token, name))
  const flag = idOf(yield* call("POST", at("feature_flags/"), { key: name, name }))
  const properties = { type: "AND", values: [{ type: "AND", values: [{ key: "plan", type: "person", value: name }] }] }
  const cohort = idOf(yield* call("POST", at("cohorts/"), { name, filters: { properties } }))
  const action = idOf(yield* call("POST", at("actions/"), { name }))
  const dashboard = (yield* call("POST", at(`feature_flags/${flag}/dashboard/`))).body["dashboard_id"]
  const secret = idOf(
    yield* call("POST", at("project_secret_api_keys/"), { label: name, scopes: ["feature_flag:read"] })
  )
  const definition = idOf(yield* call("POST", at("event_definitions/"), { name: `${name} defined` }))
  const key = idOf(yield* call("POST", "/api/personal_api_keys/", { label: name, scopes: ["*"] }))
  return [flag, cohort, action, dashboard as number, secret, definition, key]
})

/**
 * Another tenant with one record of every kind; `seen` returns all that can be seen of it, to compare before and after.
 */
export const makeForeignTenant = Effect.gen(function*() {
  const { foreignLogin } = yield* FuzzWorld
  const call = yield* callAs(foreignLogin)
  const organizations = (yield* call("GET", "/api/organizations/")).body["results"] as readonly [JsonRecord]
  const organization = String(organizations[0]["id"])
  const project = (yield* call("POST", `/api/organizations/${organization}/projects/`, { name: marker })).body
  const id = project["id"] as number
  const things = yield* furnish(call, id, String(project["api_token"]), marker)
  const value = (yield* call("POST", "/api/personal_api_keys/", { label: marker, scopes: ["*"] })).body["value"]
  const places = [
    `/api/organizations/${organization}/`,
    `/api/organizations/${organization}/members`,
    `/api/projects/${id}/`,
    ...[
      "actions",
      "insight_variables",
      "feature_flags",
      "cohorts",
      "dashboards",
      "insights",
      "event_definitions",
      "project_secret_api_keys"
    ]
      .map((
        name
      ) => `/api/projects/${id}/${name}/`)
  ]
  const count = (table: string) => ({ query: { kind: "HogQLQuery", query: `select count() from ${table}` } })
  const seen = Effect.gen(function*() {
    const lists = yield* Effect.forEach(places, (place) => Effect.map(call("GET", place), ({ text }) => text))
    const counts = yield* Effect.forEach(
      ["events", "persons"],
      (table) => Effect.map(call("POST", `/api/projects/${id}/query/`, count(table)), ({ body }) => body["results"])
    )
    return [...lists, ...counts]
  })
  yield* call("GET", `/api/projects/${id}/cohorts/`).pipe(
    Effect.flatMap(({ text }) =>
      text.includes("\"is_calculating\":true") ? Effect.fail("it is calculated yet") : Effect.void
    ),
    Effect.retry({ schedule: Schedule.spaced("100 millis"), times: 100 }),
    Effect.orDie
  )
  return { things: [id, organization, ...things], key: String(value), seen }
})

/** Changes of flags with a tag need approval, of one other member: see `askForChange`. */
export const guarded = { approvals: 1, tags: ["guarded"] }

/** Another owner changes a new flag, which needs approval; answers the id of the change request, unless approvals are off. */
export const askForChange = Effect.fnUntraced(function*(key: string) {
  const { otherLogin, project } = yield* FuzzWorld
  const ask = yield* askAs(otherLogin)
  const flags = `/api/projects/${project.id}/feature_flags/`
  const { body } = yield* ask("POST", flags, { key, tags: guarded.tags })
  const refused = yield* ask("PATCH", `${flags}${String(body["id"])}/`, { active: false })
  const id = recordOrEmpty(refused.body["extra"])["change_request"]
  return typeof id === "number" ? id : undefined
})

/** The records that the run's own tenant starts with. */
export const furnishOwn = Effect.gen(function*() {
  const { login, project } = yield* FuzzWorld
  const call = yield* callAs(login)
  yield* call("PATCH", "/api/users/@me/", { set_current_team: project.id })
  yield* call("PATCH", `/api/projects/${project.id}/`, { flag_approvals: guarded })
  yield* furnish(call, project.id, project.api_token, "seen")
  const sibling =
    (yield* call("POST", `/api/organizations/${project.organization_id}/projects/`, { name: "Sibling" })).body
  const full = (yield* call("POST", "/api/personal_api_keys/", { label: "full", scopes: ["*"] })).body
  const narrow = (yield* call("POST", "/api/personal_api_keys/", { label: "narrow", scopes: ["insight:read"] })).body
  yield* call("GET", `/api/projects/${project.id}/property_definitions/`).pipe(
    Effect.flatMap(({ body }) => body["count"] === 0 ? Effect.fail("no property is learnt yet") : Effect.void),
    Effect.retry({ schedule: Schedule.spaced("100 millis"), times: 100 }),
    Effect.orDie
  )
  const flag = {
    key: "remote",
    is_remote_configuration: true,
    filters: { groups: [{ properties: [] }], payloads: { true: "1" } }
  }
  yield* call("POST", `/api/projects/${project.id}/feature_flags/`, flag)
  return {
    sibling: sibling["id"] as number,
    full: String(full["value"]),
    narrow: String(narrow["value"]),
    kept: [String(full["id"]), String(narrow["id"])]
  }
})
