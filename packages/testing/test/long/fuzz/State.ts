import { isJsonRecord, type JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import type { Operation } from "./Document.ts"
import { experimentPools, type MeasuredMetric, measuredMetric, poolsOfExperiment } from "./ExperimentPools.ts"
import type { Random } from "./Random.ts"

type Id = number | string

/** The fuzzer's knowledge of the server: ids and names from its answers, by the collection they belong to. */
export interface State {
  readonly project: number
  readonly sibling: number
  readonly organization: string
  /** The project's token, which requests change. */
  token: string
  readonly emails: ReadonlyArray<string>
  readonly pools: Map<string, Set<Id>>
  /** Ids of another tenant's things. */
  readonly foreign: ReadonlyArray<Id>
  /** Members whom the run needs. */
  readonly kept: ReadonlySet<Id>
  /** The keys of active flags that everybody is answered. */
  readonly activeKeys: Map<Id, string>
  /** The metric whose daily results are asked for. */
  measured: MeasuredMetric | undefined
  /** A tile, and the dashboard on which it stands. */
  tile: { readonly dashboard: Id; readonly id: Id } | undefined
  /** A delivery, and the webhook whose it is. */
  delivery: { readonly webhook: Id; readonly id: Id } | undefined
  counter: number
}

const remoteConfigurations = "remote configurations"
const enrichedFlags = "enriched flags"
const hostedSurveys = "hosted surveys"
const sharedDashboards = "dashboards with a link"
const tiledDashboards = "dashboards with tiles"
const measuredExperiments = "measured experiments"
const drawnInsights = "insights that can be drawn"
/** Insights that alerts can watch. */
export const watchedInsights = "insights of trends"
const deliveries = "deliveries of webhooks"
const loggedQueries = "logged queries"
/** Requests of changes that nobody has ended. */
export const waitingChanges = "change requests that wait"
const exportedFiles = "exports with a file"

/** The members of a collection that an operation is for. */
const narrower: Readonly<Record<string, string>> = {
  "changeRequests.approve": waitingChanges,
  "changeRequests.cancel": waitingChanges,
  "changeRequests.reject": waitingChanges,
  "dashboards.moveTile": tiledDashboards,
  "dashboardSharing.renew": sharedDashboards,
  "dataExports.activity": "exports",
  "dataExports.content": exportedFiles,
  "dataExports.read": "exports",
  "dataExports.remove": "exports",
  "featureFlagActions.enrichDashboard": enrichedFlags,
  "featureFlags.remoteConfig": remoteConfigurations,
  "hostedSurveys.page": hostedSurveys,
  "insightCharts.chart": drawnInsights,
  "query.log": loggedQueries,
  "query.status": "query",
  "experimentTimeseries.recalculate": measuredExperiments,
  "experimentTimeseries.results": measuredExperiments,
  "webhooks.delivery": deliveries,
  "webhooks.resend": deliveries,
  ...experimentPools
}

/** Operations after whose success a change waits no more. */
export const endsChange: ReadonlySet<string> = new Set(
  ["approve", "cancel", "reject"].map((name) => `changeRequests.${name}`)
)

type Named = Pick<Operation, "operationId" | "path">

/** The collection that a parameter of a path names a member of: the segment before it, or a part of that. */
export const collectionOf = ({ operationId, path }: Named, parameter: string): string => {
  const segments = path.split("/")
  return narrower[operationId] ?? segments[segments.indexOf(`{${parameter}}`) - 1] ?? ""
}

export const poolOf = ({ pools }: State, name: string): Set<Id> => {
  const known = pools.get(name)
  if (known !== undefined) return known
  const made = new Set<Id>()
  pools.set(name, made)
  return made
}

/** Whether no record is known that the operation, one on a collection or on some of it, is for. */
export const lacksRecords = (state: State, operation: Named): boolean => {
  const { operationId, path } = operation
  const pool = path.includes("/{id}/") ? collectionOf(operation, "id") : narrower[operationId]
  return pool !== undefined && poolOf(state, pool).size === 0
}

/** A known record of a collection. */
export const known = (state: State, random: Random, name: string): Id | undefined =>
  random.oneOf([...poolOf(state, name)])

const isId = (value: unknown): value is Id => typeof value === "number" || typeof value === "string"

const lastCollection = (path: string): string =>
  path.split("/").findLast((part) => part !== "" && !part.includes("{")) ?? ""

const keep = (pool: Set<Id>, id: Id, belongs: boolean): void => {
  if (belongs) pool.add(id)
  else pool.delete(id)
}

/** The state of a flag that some operations require. */
const learnFlag = (state: State, id: Id, record: JsonRecord): void => {
  const isThere = record["deleted"] !== true
  keep(poolOf(state, remoteConfigurations), id, isThere && record["is_remote_configuration"] === true)
  keep(poolOf(state, enrichedFlags), id, isThere && record["has_enriched_analytics"] === true)
  const tags = record["evaluation_tags"]
  const isForAll = record["evaluation_runtime"] === "all" && Array.isArray(tags) && tags.length === 0
  if (isThere && isForAll && record["active"] === true) state.activeKeys.set(id, String(record["key"]))
  else state.activeKeys.delete(id)
}

/** The steps that an experiment can take, and the metric for daily results: always one of a single experiment. */
const learnExperiment = (state: State, id: Id, record: JsonRecord): void => {
  for (const [pool, belongs] of poolsOfExperiment(record)) keep(poolOf(state, pool), id, belongs)
  const measured = measuredMetric(record)
  if (measured === undefined && state.measured?.experiment !== id) return
  state.measured = measured
  const pool = poolOf(state, measuredExperiments)
  pool.clear()
  if (measured !== undefined) pool.add(id)
}

/** The last tile that was seen: always one of a single dashboard. */
const learnTile = (state: State, dashboard: Id, tiles: ReadonlyArray<unknown>): void => {
  const [id] = tiles.flatMap((tile) => isJsonRecord(tile) && isId(tile["id"]) ? [tile["id"]] : [])
  if (id === undefined && state.tile?.dashboard !== dashboard) return
  state.tile = id === undefined ? undefined : { dashboard, id }
  const pool = poolOf(state, tiledDashboards)
  pool.clear()
  if (id !== undefined) pool.add(dashboard)
}

/** Queries whose answers are charts, whatever the events are. */
const isDrawn = ({ query }: JsonRecord): boolean => isJsonRecord(query) && query["kind"] === "InsightVizNode"

const isOfTrends = ({ query }: JsonRecord): boolean =>
  isJsonRecord(query) && isJsonRecord(query["source"]) && query["source"]["kind"] === "TrendsQuery"

/** The last delivery of a test: always one of a single webhook. */
const learnDelivery = (state: State, webhook: Id | undefined, id: unknown): void => {
  if (webhook === undefined || !isId(id)) return
  state.delivery = { webhook, id }
  const pool = poolOf(state, deliveries)
  pool.clear()
  pool.add(id)
}

/** The last dashboard whose link was turned on. */
const learnSharing = (state: State, dashboard: Id | undefined, record: JsonRecord): void => {
  if (dashboard !== undefined) keep(poolOf(state, sharedDashboards), dashboard, record["enabled"] === true)
}

const isHosted = (record: JsonRecord): boolean =>
  record["type"] === "external_survey" && record["archived"] === false
  && record["start_date"] !== null && record["end_date"] === null

/** The projects and the organisation that every other request is for, which may be removed like any other. */
export const isNeeded = (state: State, collection: string, id: Id): boolean =>
  collection === "projects" && [state.project, state.sibling].includes(Number(id))
  || collection === "organizations" && id === state.organization

const learnToken = (state: State, id: Id, record: JsonRecord): void => {
  if (id === state.project && typeof record["api_token"] === "string") state.token = record["api_token"]
}

const learn = (state: State, collection: string, record: JsonRecord) => {
  const user = record["user"]
  const id = collection === "members" && isJsonRecord(user) ? user["uuid"] : record["id"]
  if (!isId(id) || state.kept.has(id)) return
  if (isNeeded(state, collection, id)) return learnToken(state, id, record)
  const pool = poolOf(state, collection)
  if (record["deleted"] === true) pool.delete(id)
  else pool.add(id)
  if (collection === "feature_flags") learnFlag(state, id, record)
  if (collection === "experiments") learnExperiment(state, id, record)
  if (collection === "surveys") keep(poolOf(state, hostedSurveys), id, isHosted(record))
  if (collection === "exports") keep(poolOf(state, exportedFiles), id, record["has_content"] === true)
  if (collection === "insights") {
    const isThere = record["deleted"] !== true
    keep(poolOf(state, drawnInsights), id, isThere && isDrawn(record))
    keep(poolOf(state, watchedInsights), id, isThere && isOfTrends(record))
  }
}

const isCollection = (path: string): boolean => !path.replace(/\/$/, "").endsWith("}")

const plainId = /^[\w-]+$/

/** A query that has run under an id of its own, and is not kept waiting, is in the log. */
const learnQuery = (state: State, sent: unknown): void => {
  if (!isJsonRecord(sent) || sent["refresh"] === "force_async") return
  const id = sent["client_query_id"]
  if (typeof id === "string" && plainId.test(id)) poolOf(state, loggedQueries).add(id)
}

/** Operations after which exports of before are removed. */
const deletions: ReadonlySet<string> = new Set(["dataDeletions.create", "persons.bulkDelete", "persons.remove"])

const forgetExports = (state: State): void => {
  poolOf(state, "exports").clear()
  poolOf(state, exportedFiles).clear()
}

/** Takes up the ids and names of a successful answer to a body. */
export const harvest = (
  state: State,
  operation: Operation,
  params: Readonly<Record<string, string>>,
  sent: unknown,
  body: unknown
): void => {
  if (!isJsonRecord(body)) return
  if (deletions.has(operation.operationId)) forgetExports(state)
  // Its id is that of a delivery.
  if (operation.operationId === "subscriptions.testDelivery") return
  if (operation.operationId === "webhooks.test") return learnDelivery(state, params["id"], body["id"])
  if (operation.operationId === "query.run") learnQuery(state, sent)
  if (operation.operationId === "dashboardSharing.update") return learnSharing(state, params["id"], body)
  const { method, path } = operation
  const collection = body["feature_flag_key"] === undefined ? lastCollection(path) : "experiments"
  const list = body["results"]
  if (Array.isArray(list) && method === "GET") {
    for (const record of list) if (isJsonRecord(record)) learn(state, collection, record)
  } else if (!isCollection(path) || method === "POST") learn(state, collection, body)
  if (isId(body["id"]) && Array.isArray(body["tiles"])) learnTile(state, body["id"], body["tiles"])
  if (collection === "query" && isJsonRecord(body["query_status"])) learn(state, "query", body["query_status"])
  if (collection === "reset_token") learn(state, "projects", body)
  if (collection === "dashboard") learn(state, "dashboards", { id: body["dashboard_id"] })
}

const forgetIn = (pool: Set<Id>, id: string): void => {
  pool.delete(id)
  pool.delete(Number(id))
}

/** Forgets what is not there any more. */
export const forget = (state: State, operation: Operation, params: Readonly<Record<string, string>>): void => {
  for (const [name, value] of Object.entries(params)) {
    if (name === "key") { for (const [id, key] of state.activeKeys) if (key === value) state.activeKeys.delete(id) }
    forgetIn(poolOf(state, collectionOf(operation, name)), value)
  }
}

/** Forgets that the records are some of those that the operation is for: it refused them. */
export const forgetRefused = (
  state: State,
  operation: Operation,
  params: Readonly<Record<string, string>>
): void => {
  const pool = narrower[operation.operationId]
  if (pool !== undefined) { for (const value of Object.values(params)) forgetIn(poolOf(state, pool), value) }
}
