import { OrganizationRepository, ProjectRepository, UserRepository } from "@hedgerow/core/access/AccessRepository"
import * as ApiKeyCallers from "@hedgerow/core/access/ApiKeyCallers"
import { secureValueOf } from "@hedgerow/core/access/KeyTokens"
import { Members } from "@hedgerow/core/access/Members"
import { Organizations } from "@hedgerow/core/access/Organizations"
import { PersonalApiKeyRepository } from "@hedgerow/core/access/PersonalApiKeyRepository"
import { PersonalApiKeys } from "@hedgerow/core/access/PersonalApiKeys"
import { ProjectAccess } from "@hedgerow/core/access/ProjectAccess"
import { Projects } from "@hedgerow/core/access/Projects"
import { ProjectSecretKeys } from "@hedgerow/core/access/ProjectSecretKeys"
import { ProjectUsage } from "@hedgerow/core/access/ProjectUsage"
import { UserLookup } from "@hedgerow/core/access/UserLookup"
import { Users } from "@hedgerow/core/access/Users"
import { AccountLinks } from "@hedgerow/core/accounts/AccountLinks"
import { InviteAcceptance } from "@hedgerow/core/accounts/invites/InviteAcceptance"
import { Invites } from "@hedgerow/core/accounts/invites/Invites"
import { LoginSessions } from "@hedgerow/core/accounts/LoginSessions"
import { Passwords } from "@hedgerow/core/accounts/passwords/Passwords"
import { ProviderSignIn } from "@hedgerow/core/accounts/providers/ProviderSignIn"
import { SecondFactors } from "@hedgerow/core/accounts/second-factors/SecondFactors"
import { SignIn } from "@hedgerow/core/accounts/SignIn"
import { Actions } from "@hedgerow/core/actions/Actions"
import { ActivityLog } from "@hedgerow/core/activity/ActivityLog"
import { Alerts } from "@hedgerow/core/alerts/Alerts"
import { DefinitionsVersionRepository } from "@hedgerow/core/caching/DefinitionsVersionRepository"
import { DefinitionsVersions } from "@hedgerow/core/caching/DefinitionsVersions"
import { Cohorts } from "@hedgerow/core/cohorts/Cohorts"
import { DashboardRepository } from "@hedgerow/core/dashboards/DashboardRepository"
import { Dashboards } from "@hedgerow/core/dashboards/Dashboards"
import { InsightRepository } from "@hedgerow/core/dashboards/InsightRepository"
import { InsightResults } from "@hedgerow/core/dashboards/InsightResults"
import { undescribed } from "@hedgerow/core/definitions/Definition"
import { Definitions } from "@hedgerow/core/definitions/Definitions"
import { DataDeletions } from "@hedgerow/core/deletions/DataDeletions"
import type { CaptureRequest } from "@hedgerow/core/events/Capture"
import { Experiments } from "@hedgerow/core/experiments/Experiments"
import { Holdouts } from "@hedgerow/core/experiments/holdouts/Holdouts"
import { ExperimentReports } from "@hedgerow/core/experiments/results/ExperimentReports"
import { ExperimentResults } from "@hedgerow/core/experiments/results/ExperimentResults"
import { SavedMetrics } from "@hedgerow/core/experiments/saved-metrics/SavedMetrics"
import { ExperimentTimeseries } from "@hedgerow/core/experiments/timeseries/ExperimentTimeseries"
import { DataExports } from "@hedgerow/core/exports/DataExports"
import { ChangeRequests } from "@hedgerow/core/flags/approvals/ChangeRequests"
import { OrganizationFlags } from "@hedgerow/core/flags/copying/OrganizationFlags"
import { FeatureFlags } from "@hedgerow/core/flags/FeatureFlags"
import { FlagReferences } from "@hedgerow/core/flags/model/FlagReferences"
import { ScheduledChanges } from "@hedgerow/core/flags/scheduling/ScheduledChanges"
import { FlagEvaluations } from "@hedgerow/core/flags/serving/FlagEvaluations"
import { Ingestion } from "@hedgerow/core/ingestion/Ingestion"
import { Groups } from "@hedgerow/core/people/Groups"
import { People } from "@hedgerow/core/people/People"
import { PersonExport } from "@hedgerow/core/people/PersonExport"
import { Promotions } from "@hedgerow/core/promotion/Promotions"
import { AnswerJson } from "@hedgerow/core/query/execution/CachedAnswer"
import { QueryExecution } from "@hedgerow/core/query/execution/QueryExecution"
import { noCost } from "@hedgerow/core/query/log/QueryCost"
import type { Queries } from "@hedgerow/core/query/Queries"
import { SqlVariables } from "@hedgerow/core/query/variables/SqlVariables"
import { DashboardSharings } from "@hedgerow/core/sharing/DashboardSharings"
import { Subscriptions } from "@hedgerow/core/subscriptions/Subscriptions"
import { SurveyResponses } from "@hedgerow/core/surveys/responses/SurveyResponses"
import { SurveyStatistics } from "@hedgerow/core/surveys/responses/SurveyStatistics"
import { SurveySummaries } from "@hedgerow/core/surveys/summaries/SurveySummaries"
import { Surveys } from "@hedgerow/core/surveys/Surveys"
import { Webhooks } from "@hedgerow/core/webhooks/Webhooks"
import { encodeResponse } from "@hedgerow/sql/types/ResultJson"
import { Effect, Layer, Option, Stream } from "effect"
import { acme, ann, keys, membership, other, projects, secrets } from "./Fixtures.ts"

const organizations = [acme, other]

const accessRepositories = Layer.mergeAll(
  Layer.mock(OrganizationRepository)({
    find: (id) => Effect.succeed(Option.fromUndefinedOr(organizations.find((one) => one.id === id))),
    listByIds: (ids) => Effect.succeed(organizations.filter((one) => ids.includes(one.id)))
  }),
  Layer.mock(UserRepository)({
    find: (id) => Effect.succeed(id === ann.id ? Option.some(ann) : Option.none()),
    memberships: () => Effect.succeed([membership])
  }),
  Layer.mock(PersonalApiKeyRepository)({
    findBySecureValue: (value) =>
      Effect.succeed(Option.fromUndefinedOr(keys.find((key) => key.secure_value === value))),
    markUsed: () => Effect.void
  })
)

const versions = DefinitionsVersions.layer.pipe(
  Layer.provideMerge(
    Layer.mock(DefinitionsVersionRepository)({ current: () => Effect.succeed(0), changes: Stream.empty })
  )
)

const projectRepository = (isEmpty: Effect.Effect<boolean>) =>
  Layer.mock(ProjectRepository)({
    find: (id) => Effect.succeed(Option.fromUndefinedOr(projects.find((one) => one.id === id))),
    findByToken: (token) => Effect.succeed(Option.fromUndefinedOr(projects.find((one) => one.api_token === token))),
    listByOrganizations: (ids) => Effect.succeed(projects.filter((one) => ids.includes(one.organization_id))),
    isEmpty
  })

const definitions = Layer.mock(Definitions)({
  events: {
    list: (project, { words = [] }, page) => {
      const names = Array.from({ length: 250 }, (_, i) => `event ${i}`)
      const found = names.filter((name) => words.every((word) => name.includes(word)))
      const items = found.slice(page.offset, page.offset + page.limit).map((name) =>
        Object.assign({}, undescribed, {
          id: acme.id as never,
          name: `${name} of ${project}`,
          owner: null,
          created_at: 1_000_000 as never,
          last_seen_at: 1_500_000 as never,
          volume: 3,
          volume_30_day: 2
        })
      )
      return Effect.succeed({ items, count: found.length })
    },
    create: () => Effect.die("not faked"),
    find: () => Effect.die("not faked"),
    findByName: () => Effect.die("not faked"),
    patch: () => Effect.die("not faked"),
    remove: () => Effect.die("not faked")
  },
  properties: {
    list: (_, { kind }) =>
      Effect.succeed({
        items: [{
          ...undescribed,
          id: acme.id as never,
          kind,
          group_type_index: null,
          name: `a ${kind}'s`,
          property_type: "Numeric" as const,
          first_seen_at: 1_000_000 as never,
          last_seen_at: null,
          volume: 0,
          is_seen_on_filtered_events: null
        }],
        count: 1
      }),
    find: () => Effect.die("not faked"),
    patch: () => Effect.die("not faked"),
    remove: () => Effect.die("not faked")
  }
})

/** The services behind the API that a test can replace. */
export interface Behaviour {
  readonly run?: Queries["Service"]["run"]
  readonly capture?: Ingestion["Service"]["capture"]
  readonly isEmpty?: Effect.Effect<boolean>
  readonly flags?: Partial<FlagEvaluations["Service"]>
}

const asking = (run: Behaviour["run"]): Partial<QueryExecution["Service"]> =>
  run === undefined ?
    {} :
    {
      ask: ({ project }, body) =>
        Effect.map(run(project, body), (answer) => ({
          json: new AnswerJson(encodeResponse(answer)),
          queryId: "faked",
          cost: noCost
        }))
    }

/** The services the API needs: real access rules over fixed records, the rest by the test. */
export const fakeServices = (behaviour: Behaviour) => {
  const repositories = Layer.merge(accessRepositories, projectRepository(behaviour.isEmpty ?? Effect.succeed(false)))
  return Layer.mergeAll(
    ProjectAccess.layer,
    ApiKeyCallers.layer,
    definitions,
    Layer.mock(AccountLinks)({}),
    Layer.mock(InviteAcceptance)({}),
    Layer.mock(Invites)({}),
    Layer.mock(LoginSessions)({}),
    Layer.mock(Passwords)({}),
    Layer.mock(ProviderSignIn)({}),
    Layer.mock(SecondFactors)({}),
    Layer.mock(SignIn)({}),
    Layer.mock(Actions)({}),
    Layer.mock(SqlVariables)({}),
    Layer.mock(ActivityLog)({}),
    Layer.mock(Cohorts)({}),
    Layer.mock(ExperimentReports)({}),
    Layer.mock(ExperimentResults)({}),
    Layer.mock(Experiments)({}),
    Layer.mock(ExperimentTimeseries)({}),
    Layer.mock(SurveyResponses)({}),
    Layer.mock(Holdouts)({}),
    Layer.mock(ProjectUsage)({}),
    Layer.mock(Promotions)({}),
    Layer.mock(SavedMetrics)({}),
    Layer.mock(Surveys)({}),
    Layer.mock(Alerts)({}),
    Layer.mock(DashboardSharings)({}),
    Layer.mock(Subscriptions)({}),
    Layer.mock(DashboardRepository)({}),
    Layer.mock(InsightRepository)({}),
    Layer.mock(Webhooks)({}),
    Layer.mock(SurveyStatistics)({}),
    Layer.mock(SurveySummaries)({}),
    Layer.mock(Dashboards)({}),
    Layer.mock(DataDeletions)({}),
    Layer.mock(DataExports)({}),
    Layer.mock(Groups)({}),
    Layer.mock(People)({}),
    Layer.mock(PersonExport)({}),
    Layer.mock(InsightResults)({}),
    Layer.mock(FeatureFlags)({}),
    Layer.mock(FlagEvaluations)(behaviour.flags ?? {}),
    Layer.mock(FlagReferences)({}),
    Layer.mock(Members)({}),
    Layer.mock(Organizations)({}),
    Layer.mock(PersonalApiKeys)({}),
    Layer.mock(Projects)({}),
    Layer.mock(ProjectSecretKeys)({
      identify: (value) => Effect.succeed(secrets.find(({ secure_value }) => secure_value === secureValueOf(value)))
    }),
    Layer.mock(OrganizationFlags)({}),
    Layer.mock(ChangeRequests)({}),
    Layer.mock(ScheduledChanges)({}),
    Layer.mock(UserLookup)({ people: () => Effect.succeed(new Map()) }),
    Layer.mock(Users)({}),
    Layer.mock(QueryExecution)(asking(behaviour.run)),
    Layer.mock(Ingestion)(behaviour.capture === undefined ? {} : { capture: behaviour.capture })
  ).pipe(Layer.provideMerge(Layer.merge(repositories, versions)))
}

/** The outcome of events that were stored. */
export const taken = Effect.succeed({ isOverQuota: false })

/** Remembers what ingestion was given. */
export const recordingCapture = (seen: Array<CaptureRequest>) => (request: CaptureRequest) =>
  Effect.andThen(Effect.sync(() => void seen.push(request)), taken)
