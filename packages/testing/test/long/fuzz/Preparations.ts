import { type Operation, operations } from "./Document.ts"
import { lacksRecords, type State } from "./State.ts"

/** The operation after whose success there is a record for another one. */
const preparedBy: Readonly<Record<string, string>> = {
  "dashboardSharing.renew": "dashboardSharing.update",
  "dataExports.activity": "dataExports.create",
  "dataExports.content": "dataExports.read",
  "dataExports.read": "dataExports.create",
  "dataExports.remove": "dataExports.create",
  "experimentActions.archive": "experimentActions.end",
  "experimentActions.createExposureCohort": "experimentActions.launch",
  "experimentActions.end": "experimentActions.launch",
  "experimentActions.launch": "experiments.create",
  "experimentActions.pause": "experimentActions.launch",
  "experimentActions.reset": "experimentActions.launch",
  "experimentActions.resume": "experimentActions.pause",
  "experimentActions.shipVariant": "experimentActions.launch",
  "experimentActions.unarchive": "experimentActions.archive",
  "experimentTimeseries.recalculate": "experimentActions.launch",
  "experimentTimeseries.results": "experimentActions.launch",
  "featureFlagActions.enrichDashboard": "featureFlags.create",
  "featureFlags.remoteConfig": "featureFlags.create",
  "hostedSurveys.page": "surveys.create",
  "insightCharts.chart": "insights.create",
  "webhooks.delivery": "webhooks.test",
  "webhooks.resend": "webhooks.test",
  "query.log": "query.run"
}

/** The operation on the collection of a path's record that makes one, or shows those that are there. */
const makerOf = (path: string): Operation | undefined => {
  const collection = path.slice(0, path.indexOf("{id}"))
  const onIt = operations.filter((operation) => operation.path === collection)
  return onIt.find(({ method }) => method === "POST") ?? onIt.find(({ method }) => method === "GET")
}

/** The operation to ask first, when no record is known that this one is for. */
export const preparationOf = (state: State, { operationId, path }: Operation): Operation | undefined => {
  if (!lacksRecords(state, { operationId, path })) return undefined
  const maker = preparedBy[operationId]
  return maker === undefined ? makerOf(path) : operations.find((operation) => operation.operationId === maker)
}
