import { type Operation, operations } from "./Document.ts"
import { lacksRecords, type State } from "./State.ts"

/** The operation after whose success there is a record for another one. */
const preparedBy: Readonly<Record<string, string>> = {
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
  "query.log": "query.run",
  "query.status": "query.run"
}

/** The names of all operations. */
const names: ReadonlySet<string> = new Set(operations.map(({ operationId }) => operationId))

/** The operation of the group that makes its records, or shows them. */
const makerOf = (operationId: string): string => {
  const [group = ""] = operationId.split(".")
  return names.has(`${group}.create`) ? `${group}.create` : `${group}.list`
}

/** The operation to ask first, when no record is known that this one is for. */
export const preparationOf = (state: State, operation: Operation): Operation | undefined => {
  if (!lacksRecords(state, operation)) return undefined
  const maker = preparedBy[operation.operationId] ?? makerOf(operation.operationId)
  return operations.find(({ operationId }) => operationId === maker)
}
