/** Operations whose success would be a defect. */
export const cannotSucceed: ReadonlyArray<{ readonly operationId: string; readonly why: string }> = [
  { operationId: "actions.remove", why: "an action is only ever marked as deleted: 405" },
  { operationId: "cohorts.remove", why: "a cohort is only ever marked as deleted: 405" },
  { operationId: "dashboards.remove", why: "a dashboard is only ever marked as deleted: 405" },
  { operationId: "experiments.remove", why: "an experiment is only ever marked as deleted: 405" },
  { operationId: "insights.remove", why: "an insight is only ever marked as deleted: 405" },
  { operationId: "featureFlags.remove", why: "a flag is only ever marked as deleted: 405" },
  { operationId: "sdkScripts.script", why: "the server of the run has no scripts: 404" },
  { operationId: "sdkScripts.versionedScript", why: "the server of the run has no scripts: 404" }
]

/** The least number of successes of an operation without a bar of its own, of some 80 requests. */
const commonBar = 10

/** A flag's dashboard is enriched once. */
const ownBars: Readonly<Record<string, number>> = { "featureFlagActions.enrichDashboard": 5 }

/** The least number of an operation's requests that must succeed, so that not only its refusals are tested. */
export const barOf = (operationId: string): number =>
  cannotSucceed.some((one) => one.operationId === operationId) ? 0 : ownBars[operationId] ?? commonBar

const asTheReference = "clients of the reference service expect a body of its own"
const asOpenFeature = "OpenFeature's providers expect its protocol's own body"

/** Errors that do not have the shape of errors, by operation and status; the document has theirs. */
export const ownErrors: Readonly<Record<string, string>> = {
  "experimentActions.eligibleFlags 400": asTheReference,
  "featureFlagActions.bulkKeys 400": asTheReference,
  "featureFlagActions.dashboard 400": asTheReference,
  "featureFlagActions.enrichDashboard 400": asTheReference,
  "featureFlags.status 404": asTheReference,
  "ofrep.all 400": asOpenFeature,
  "ofrep.one 400": asOpenFeature,
  "ofrep.one 404": asOpenFeature
}

/** Errors without any body. */
export const emptyErrors: Readonly<Record<string, string>> = {
  "experiments.read 405": "DELETE of the same path is refused without one",
  "experiments.remove 405": "clients of the reference service expect none",
  "experiments.replace 405": "DELETE of the same path is refused without one",
  "experiments.update 405": "DELETE of the same path is refused without one",
  "featureFlags.activityOfOne 404": "clients of the reference service expect none",
  "featureFlags.remoteConfig 404": "clients of the reference service expect none"
}
