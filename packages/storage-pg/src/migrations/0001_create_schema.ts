import { access } from "./0001/Access.ts"
import { changes } from "./0001/Changes.ts"
import { cohorts } from "./0001/Cohorts.ts"
import { definitions } from "./0001/Definitions.ts"
import { events } from "./0001/Events.ts"
import { experiments } from "./0001/Experiments.ts"
import { featureFlags } from "./0001/Flags.ts"
import { insightsAndDashboards } from "./0001/Insights.ts"
import { installation } from "./0001/Installation.ts"
import { jobs } from "./0001/Jobs.ts"
import { outbox } from "./0001/Outbox.ts"
import { persons } from "./0001/Persons.ts"
import { queries } from "./0001/Queries.ts"
import { queryLog } from "./0001/QueryLog.ts"
import { surveys } from "./0001/Surveys.ts"
import { statements } from "./Statements.ts"

/** The schema of the first release. */
export const createSchema = statements([
  ...installation,
  ...access,
  ...changes,
  ...jobs,
  ...outbox,
  ...persons,
  ...events,
  ...definitions,
  ...cohorts,
  ...insightsAndDashboards,
  ...queries,
  ...queryLog,
  ...featureFlags,
  ...surveys,
  ...experiments
])
