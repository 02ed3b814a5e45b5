import { cohortSteps } from "./CohortMembers.ts"
import { dashboardSteps } from "./Dashboards.ts"
import { experimentSteps } from "./ExperimentFlags.ts"
import { insightSteps } from "./Insights.ts"
import type { KindSteps } from "./KindSteps.ts"
import type { KindName } from "./RecordKinds.ts"

/** The kinds that have steps of their own. */
export const steps: Partial<Readonly<Record<KindName, KindSteps>>> = {
  cohorts: cohortSteps,
  dashboards: dashboardSteps,
  experiments: experimentSteps,
  insights: insightSteps
}
