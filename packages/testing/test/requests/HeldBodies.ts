import { assert, describe, it } from "@effect/vitest"
import { Dashboards } from "@hedgerow/core/dashboards/Dashboards"
import { parseSecretKeys } from "@hedgerow/core/secrets/SecretKey"
import { SecretKeys } from "@hedgerow/core/secrets/Secrets"
import { type JsonRecord, recordOrEmpty } from "@hedgerow/core/shared/JsonRecord"
import * as Workers from "@hedgerow/core/Workers"
import { openApiDocument } from "@hedgerow/http/documents/OpenApiDocument"
import { Ajv2020 } from "ajv/dist/2020.js"
import { Effect, Layer, Result } from "effect"
import { HostedApi } from "../access/HostedApi.ts"
import { changedBodies, everyType, someTypes } from "./BodyValues.ts"
import { type BodyEndpoint, bodyEndpoints, type Things } from "./RequestBodies.ts"

const document = openApiDocument() as JsonRecord

const ajv = new Ajv2020({ strict: false, validateFormats: false })
ajv.addSchema(document, "api")

const schemaOf = (operation: JsonRecord): unknown => {
  const content = recordOrEmpty(recordOrEmpty(operation["requestBody"])["content"])
  return recordOrEmpty(content["application/json"])["schema"]
}

/** The schemas of all documented bodies, by operation. */
export const bodySchemas: ReadonlyMap<string, unknown> = new Map(
  Object.entries(recordOrEmpty(document["paths"])).flatMap(([path, item]) =>
    Object.entries(recordOrEmpty(item)).flatMap(([method, operation]) => {
      const schema = schemaOf(recordOrEmpty(operation))
      return schema === undefined ? [] : [[`${method} ${path}`, schema] as const]
    })
  )
)

/** The documented schema of the body of an operation. */
export const componentOf = (operation: string): JsonRecord => {
  const name = String(recordOrEmpty(bodySchemas.get(operation))["$ref"]).split("/").at(-1) ?? ""
  return recordOrEmpty(recordOrEmpty(recordOrEmpty(document["components"])["schemas"])[name])
}

/** The whole API in memory, with its background work. */
export const world = Workers.layer.pipe(
  Layer.provideMerge(HostedApi.layer),
  Layer.provide(Layer.succeed(SecretKeys, Result.getOrElse(parseSecretKeys("ab".repeat(32)), () => [])))
)

const asOwner = Effect.fnUntraced(function*(method: string, path: string, body?: unknown) {
  const { call, owner } = yield* HostedApi
  return yield* call({ login: owner.email }, method, path, body)
})

const made = Effect.fnUntraced(function*(path: string, body: JsonRecord) {
  const answer = yield* asOwner("POST", path, body)
  assert.strictEqual(answer.status, 201, answer.text)
  return String(answer.json["id"])
})

/** One record of each kind. */
export const makeThings = Effect.gen(function*() {
  const { addUser, key, owner, project } = yield* HostedApi
  const at = `/api/projects/${project.id}`
  const dashboards = yield* Dashboards
  const dashboard = (yield* dashboards.createUsageDashboard({ project, actor: owner }, "known")).id
  const { tiles } = yield* dashboards.find(project.id, String(dashboard))
  const flag = yield* made(`${at}/feature_flags/`, { key: "known" })
  const ada = yield* addUser("ada")
  const company = { $group_type: "company", $group_key: "oak", $group_set: { plan: "pro" } }
  const batch = [
    { event: "known", distinct_id: "ada", properties: { price: 1 } },
    { event: "$groupidentify", distinct_id: "ada", properties: company }
  ]
  yield* asOwner("POST", "/batch/", { api_key: project.api_token, batch })
  const properties = yield* asOwner("GET", `${at}/property_definitions/`)
  const trend = yield* made(`${at}/insights/`, { name: "trend", query: trendQuery })
  const persons = yield* asOwner("GET", `${at}/persons/`)
  const things: Things = {
    key,
    tile: tiles[0]?.tile.id ?? 0,
    project_id: project.id,
    organization_id: project.organization_id,
    user_uuid: (yield* addUser("grace", 1)).uuid,
    ada: ada.uuid,
    owner: owner.id,
    other_project: Number(yield* made("/api/projects/", { name: "Other" })),
    flag,
    personal_key: yield* made("/api/personal_api_keys/", { label: "a", scopes: ["*"] }),
    secret_key: yield* made(`${at}/project_secret_api_keys/`, { label: "a", scopes: ["feature_flag:read"] }),
    insight: yield* made(`${at}/insights/`, { name: "a" }),
    trend,
    alert: yield* made(`${at}/alerts/`, {
      insight: trend,
      threshold: { configuration: { type: "absolute", bounds: { lower: 1 } } },
      condition: { type: "absolute_value" },
      config: { type: "TrendsAlertConfig", series_index: 0 }
    }),
    subscription: yield* made(`${at}/subscriptions/`, {
      insight: trend,
      target_type: "webhook",
      target_value: "https://example.com/hooks",
      frequency: "weekly",
      start_date: "2026-01-05T09:00:00Z"
    }),
    action: yield* made(`${at}/actions/`, { name: "a" }),
    variable: yield* made(`${at}/insight_variables/`, { name: "a", type: "String" }),
    cohort: yield* made(`${at}/cohorts/`, { name: "a" }),
    event: yield* made(`${at}/event_definitions/`, { name: "a" }),
    property: String(recordOrEmpty((properties.json["results"] as ReadonlyArray<unknown>)[0])["id"]),
    person: String(recordOrEmpty((persons.json["results"] as ReadonlyArray<unknown>)[0])["id"]),
    dashboard,
    experiment: yield* made(`${at}/experiments/`, { name: "known", feature_flag_key: "of-experiment" }),
    running: yield* made(`${at}/experiments/`, {
      name: "running",
      feature_flag_key: "of-running",
      start_date: "1969-01-01T00:00:00Z"
    }),
    holdout: yield* made(`${at}/experiment_holdouts/`, { name: "a", filters: [{ rollout_percentage: 1 }] }),
    saved_metric: yield* made(`${at}/experiment_saved_metrics/`, {
      name: "a",
      query: { kind: "ExperimentMetric", metric_type: "mean", source: { kind: "EventsNode", event: "x" } }
    }),
    webhook: yield* made(`${at}/webhooks/`, { url: "https://example.com/hooks", types: ["*"] }),
    survey: yield* made(`${at}/surveys/`, { name: "known", type: "popover" }),
    plan: yield* made(`${at}/scheduled_changes/`, {
      record_id: flag,
      model_name: "FeatureFlag",
      payload: { operation: "update_status", value: true },
      scheduled_at: "2099-01-01T00:00:00Z"
    })
  }
  return things
})

const trendQuery = { kind: "TrendsQuery", series: [{ kind: "EventsNode", event: "known" }] }

const pathOf = ({ id, operation, query = "" }: BodyEndpoint, things: Things) =>
  operation.replace(/^\w+ /, "").replace(
    /\{(\w+)\}/g,
    (_, name: string) => String(things[name === "id" ? id ?? "" : name])
  ) + query

/** The path of the record that an operation is about. */
const thingOf = (endpoint: BodyEndpoint, things: Things) =>
  pathOf({ ...endpoint, operation: endpoint.operation.replace(/(\{id\}\/).*/, "$1") }, things)

/** Sends a body to an endpoint, and undoes what could not be repeated otherwise. */
export const sendTo = (endpoint: BodyEndpoint, things: Things) => {
  const method = endpoint.operation.split(" ")[0]?.toUpperCase() ?? ""
  const path = pathOf(endpoint, things)
  return Effect.fnUntraced(function*(body: JsonRecord) {
    const answer = yield* asOwner(method, path, body)
    const isTaken = answer.status >= 200 && answer.status < 300
    if (isTaken && endpoint.removes === true) {
      const id = String(answer.json["id"])
      yield* asOwner("DELETE", path.endsWith("/") ? `${path}${id}/` : `${path}/${String(things["ada"])}/`)
    }
    if (isTaken && endpoint.restored !== undefined) {
      yield* asOwner("PATCH", thingOf(endpoint, things), endpoint.restored)
    }
    return { isTaken, ...answer }
  })
}

const validatorOf = (operation: string) => {
  const { $ref } = recordOrEmpty(bodySchemas.get(operation))
  const validate = ajv.compile({ $ref: `api${String($ref)}` })
  return (body: unknown): boolean => validate(body)
}

/** The start of a value as JSON. */
export const shown = (value: unknown) => JSON.stringify(value).slice(0, 200)

/** The fields of an endpoint whose schema no endpoint before it has, or for which a rule beyond the schema is listed. */
const newFields = (endpoints: ReadonlyArray<BodyEndpoint>): ReadonlyMap<BodyEndpoint, ReadonlySet<string>> => {
  const met = new Set<string>()
  return new Map(endpoints.map((endpoint) => {
    const names = Object.entries(endpoint.table).filter(([name, { jsonSchema }]) => {
      const { description: _, examples: __, ...rule } = jsonSchema
      const key = JSON.stringify(rule)
      const isNew = !met.has(key) || endpoint.beyond?.[name] !== undefined
      met.add(key)
      return isNew
    })
    return [endpoint, new Set(names.map(([name]) => name))]
  }))
}

/**
 * Each field is sent its examples, its limits and values of other types: of every type where its schema is met first, of
 * some where another field has had the same. The long form sends all to all.
 */
export const holdsBodies = (isLong: boolean): void => {
  const newOnes = newFields(bodyEndpoints)
  describe("the documented schema of a body accepts and refuses the same values as the handler", () => {
    for (const endpoint of bodyEndpoints) {
      const { beyond = {}, body: baseOf = () => ({}), operation, table, values = {} } = endpoint
      it.effect(operation, () =>
        Effect.gen(function*() {
          const things = yield* makeThings
          const send = sendTo(endpoint, things)
          const isDocumented = validatorOf(operation)
          const met = new Set<string>()
          const wrong: Array<string> = []
          let number = 0
          for (const field of Object.keys(table)) {
            const types = isLong || newOnes.get(endpoint)?.has(field) === true ? everyType : someTypes
            const more = [...values[field] ?? [], ...types]
            for (const body of changedBodies(table[field], field, more, () => baseOf(number++, things))) {
              const { isTaken, json, status, text } = yield* send(body)
              if (!isTaken) assert.strictEqual(status, 400, text)
              if (isTaken === isDocumented(body)) continue
              const detail = String(json["detail"])
              const rule = beyond[field]?.find((text) => !isTaken && detail.includes(text))
              if (rule === undefined) wrong.push(`${field}: ${shown(body)} ${text.slice(0, 200)}`)
              else met.add(`${field}: ${rule}`)
            }
          }
          assert.deepStrictEqual(wrong, [])
          const listed = Object.entries(beyond).flatMap(([field, rules]) => rules.map((rule) => `${field}: ${rule}`))
          assert.deepStrictEqual([...met].toSorted(), listed.toSorted())
        }).pipe(Effect.provide(world)))
    }
  })
}
