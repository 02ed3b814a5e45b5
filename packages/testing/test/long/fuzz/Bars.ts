/** Operations whose success would be a defect: their sound requests are answered with this status. */
const refusals: Readonly<Record<string, { readonly status: number; readonly why: string }>> = {
  "account.changePassword": { status: 400, why: "nobody of the run has a password" },
  "signIn.login": { status: 400, why: "nobody of the run has a password" },
  "identities.connect": { status: 404, why: "the run has no provider" },
  "inviteLinks.accept": { status: 400, why: "a link's token cannot be guessed" },
  "inviteLinks.read": { status: 400, why: "a link's token cannot be guessed" },
  "ownInvites.join": { status: 400, why: "a link's token cannot be guessed" },
  "provider.complete": { status: 404, why: "the run has no provider" },
  "provider.start": { status: 404, why: "the run has no provider" },
  "signIn.complete": { status: 400, why: "a token of the first step cannot be guessed" },
  "signIn.reset": { status: 400, why: "a link's token cannot be guessed" },
  "signIn.setUp": { status: 400, why: "a link's token cannot be guessed" },
  "actions.remove": { status: 405, why: "an action is only ever marked as deleted" },
  "cohorts.remove": { status: 405, why: "a cohort is only ever marked as deleted" },
  "dashboards.remove": { status: 405, why: "a dashboard is only ever marked as deleted" },
  "experiments.remove": { status: 405, why: "an experiment is only ever marked as deleted" },
  "featureFlags.remove": { status: 405, why: "a flag is only ever marked as deleted" },
  "insights.remove": { status: 405, why: "an insight is only ever marked as deleted" },
  "subscriptions.remove": { status: 405, why: "a subscription is only ever marked as deleted" },
  "sharedDashboards.page": { status: 404, why: "a link's token cannot be guessed" },
  "unsubscribe.page": { status: 400, why: "a link's token cannot be guessed" },
  "unsubscribe.unsubscribe": { status: 400, why: "a link's token cannot be guessed" }
}

/** The number of requests of a whole run, in which each operation succeeds at least this often. */
export const wholeRun = { requests: 24_000, successes: 20 }

/** Operations on what jobs make, and other jobs of the run remove: asking more often brings no more successes. */
const ofJobs: ReadonlySet<string> = new Set(["dataExports.content"])

/** Operations that need the code of an app, the session of a browser, or the identity of a provider: the run has none. */
const ofPeople: ReadonlySet<string> = new Set([
  "identities.disconnect",
  "ownSessions.end",
  ...["begin", "confirm", "renewCodes", "turnOff"].map((name) => `secondFactor.${name}`)
])

/** Whether an operation succeeds only after a job has had its turn. */
export const waitsForJobs = (operationId: string): boolean => ofJobs.has(operationId)

/** The least number of an operation's requests that must succeed, so that not only its refusals are tested. */
export const barFor = (operationId: string, requests: number): number => {
  if (ofPeople.has(operationId)) return 0
  const bar = Math.floor(wholeRun.successes * requests / wholeRun.requests)
  return waitsForJobs(operationId) ? Math.min(1, bar) : bar
}

/** The reason for which the operation may never succeed; undefined where it may. */
export const whyRefused = (operationId: string): string | undefined => refusals[operationId]?.why

/** Whether an answer to a sound request is what the operation is for. */
export const isMeant = (operationId: string, status: number): boolean =>
  operationId in refusals ? status === refusals[operationId]?.status : status < 400

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
