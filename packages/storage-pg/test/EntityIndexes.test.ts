import { assert, layer } from "@effect/vitest"
import { type PersonalApiKey, personalApiKeyEntity } from "@hedgerow/core/access/PersonalApiKey"
import { projectSecretKeyEntity } from "@hedgerow/core/access/ProjectSecretKey"
import { actionEntity } from "@hedgerow/core/actions/Action"
import { actionsBy } from "@hedgerow/core/actions/ActionFilter"
import { cohortEntity, CohortId } from "@hedgerow/core/cohorts/Cohort"
import { cohortsBy } from "@hedgerow/core/cohorts/CohortFilter"
import {
  dashboardEntity,
  DashboardId,
  dashboardTextEntity,
  dashboardTileEntity
} from "@hedgerow/core/dashboards/Dashboard"
import { dashboardsBy, insightsBy } from "@hedgerow/core/dashboards/DashboardFilter"
import { insightEntity, InsightId } from "@hedgerow/core/dashboards/Insight"
import { is, isIn } from "@hedgerow/core/entities/Where"
import { FeatureFlagId } from "@hedgerow/core/evaluation/FeatureFlagId"
import { experimentEntity } from "@hedgerow/core/experiments/ExperimentEntity"
import { experimentsBy, readExperimentFilter } from "@hedgerow/core/experiments/ExperimentList"
import { featureFlagEntity } from "@hedgerow/core/flags/model/FlagEntity"
import { dependentsOf, flagByKey, flagsBy, flagsUsingCohorts } from "@hedgerow/core/flags/model/FlagFilter"
import { ProjectId } from "@hedgerow/core/identity/Project"
import { UserId } from "@hedgerow/core/identity/User"
import { SubscriptionId } from "@hedgerow/core/subscriptions/Subscription"
import { deliveriesOf, subscriptionDeliveryEntity } from "@hedgerow/core/subscriptions/SubscriptionDelivery"
import { surveyEntity, surveysBy } from "@hedgerow/core/surveys/SurveyEntity"
import { entityStatements } from "@hedgerow/storage-pg/entities/EntityStatements"
import * as PgStorage from "@hedgerow/storage-pg/PgStorage"
import { PgTest } from "@hedgerow/testing/node"
import { Effect, Layer } from "effect"
import { SqlClient, type Statement } from "effect/sql"

const storage = PgStorage.layerPorts.pipe(Layer.provideMerge(PgTest.layer))
const project = ProjectId.make(1)
const page = { limit: 10, offset: 0 }

/** The plan of a statement when nothing but an index will do. */
const planOf = Effect.fnUntraced(function*(statement: Statement.Statement<object>, isOfLists = false) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql.withTransaction(Effect.gen(function*() {
    yield* sql`SET LOCAL enable_seqscan = off`
    if (isOfLists) yield* sql`SET LOCAL enable_indexscan = off`
    else yield* sql`SET LOCAL enable_bitmapscan = off`
    return yield* sql<{ "QUERY PLAN": string }>`EXPLAIN ${statement}`
  }))
  return rows.map((row) => row["QUERY PLAN"]).join("\n")
})

/** Statistics of tables with many owners that have many rows each: what the planner chooses by. */
const filled = Layer.effectDiscard(Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const owners = `generate_series(1, 20) project, generate_series(1, 200) n`
  const now = "now() - n * interval '1 minute'"
  yield* sql.unsafe(
    `INSERT INTO dashboards (project_id, name, description, pinned, deleted, creation_mode, filters, tags,
    created_at) SELECT project, 'n' || n, '', n % 9 = 0, false, 'default', '{}', '{}', ${now} FROM ${owners}`
  )
  yield* sql.unsafe(`INSERT INTO insights (project_id, short_id, name, description, filters, tags, favorited, saved,
    deleted, created_at, last_modified_at)
    SELECT project, 's' || n, 'n', '', '{}', '{}', false, true, false, ${now}, ${now} FROM ${owners}`)
  yield* sql.unsafe(`INSERT INTO cohorts (project_id, name, description, groups, deleted, is_static, cohort_type,
    is_calculating, errors_calculating, version, created_at)
    SELECT project, 'n' || n, '', '[]', false, true, 'static', false, 0, 1, ${now} FROM ${owners}`)
  yield* sql.unsafe(`INSERT INTO dashboard_tiles (project_id, dashboard_id, insight_id, layouts)
    SELECT d.project_id, d.id, i.id, '{}' FROM dashboards d JOIN insights i ON i.project_id = d.project_id
      AND i.short_id = 's' || substr(d.name, 2)`)
  yield* sql.unsafe(
    `INSERT INTO dashboard_texts (id, project_id, dashboard_id, body, layouts, created_at, last_modified_at)
    SELECT nextval('dashboard_tiles_id_seq')::int4, project_id, id, '', '{}', now(), now() FROM dashboards`
  )
  yield* sql.unsafe(`INSERT INTO users (uuid, distinct_id, first_name, last_name, email, is_email_verified, is_active,
    role_at_organization, created_at)
    SELECT gen_random_uuid(), 'u' || n, '', '', n || '@example.com', true, true, '', now() FROM generate_series(1, 200) n`)
  yield* sql.unsafe(`INSERT INTO personal_api_keys (id, user_id, label, secure_value, mask_value, scopes, scoped_teams,
    scoped_organizations, created_at)
    SELECT gen_random_uuid(), u.id, '', u.id || ' ' || n, '', '{}', '{}', '{}', now() FROM users u, generate_series(1, 9) n`)
  yield* sql.unsafe(
    `INSERT INTO feature_flags (project_id, id, key, name, filters, deleted, active, created_at, updated_at,
    version, ensure_experience_continuity, rollback_conditions, performed_rollback, analytics_dashboards,
    has_enriched_analytics, is_remote_configuration, has_encrypted_payloads, evaluation_runtime, bucketing_identifier,
    tags, evaluation_tags, is_internal, depends_on, cohort_ids, has_variants, is_rolled_out)
    SELECT project, nextval('feature_flag_ids'), 'k' || n, '', '{}', n % 9 = 0, true, ${now}, ${now}, 1, false, 'null', false,
      '{}', false, false, false, 'all', 'distinct_id', '{}', '{}', n % 7 = 0,
      CASE WHEN n % 50 = 0 THEN ARRAY[n] ELSE '{}' END, CASE WHEN n % 50 = 1 THEN ARRAY[n] ELSE '{}' END, false, false
    FROM ${owners}`
  )
  yield* sql.unsafe(
    `INSERT INTO actions (project_id, name, description, tags, post_to_slack, slack_message_format, steps, deleted,
    created_at, updated_at)
    SELECT project, 'n' || n, '', '{}', false, '', '[]', n % 9 = 0, ${now}, ${now} FROM ${owners}`
  )
  yield* sql.unsafe(
    `INSERT INTO surveys (project_id, id, name, description, type, owns_targeting_flag, base_language, created_at, archived,
    enable_partial_responses, enable_iframe_embedding, linked_flag_id)
    SELECT project, gen_random_uuid(), 'n' || n, '', 'popover', false, 'en', ${now}, false, false, false,
      CASE WHEN n % 50 = 0 THEN n END FROM ${owners}`
  )
  yield* sql.unsafe(
    `INSERT INTO experiments (project_id, name, feature_flag_id, saved_metrics, filters, archived, deleted, created_at,
    updated_at, state, saved_metric_ids, cohort_ids, holdout_id)
    SELECT project, 'n' || n, n, '[]', '{}', n % 7 = 0, n % 9 = 0, ${now}, ${now}, 0, '{}', '{}',
      CASE WHEN n % 50 = 0 THEN n END FROM ${owners}`
  )
  yield* sql`ANALYZE`
}))

layer(filled.pipe(Layer.provideMerge(storage)), { excludeTestServices: true })(
  "The indexes of entities, in PostgreSQL",
  (it) => {
    const usesIndex = (
      name: string,
      index: string,
      statement: (sql: SqlClient.SqlClient) => Statement.Statement<object>,
      condition: RegExp
    ) =>
      it.effect(name, () =>
        Effect.gen(function*() {
          const plan = yield* planOf(statement(yield* SqlClient.SqlClient))
          assert.match(plan, new RegExp(`using ${index} [^]*${condition.source}`))
        }))

    usesIndex(
      "a row is found by owner and id",
      "dashboards_(pkey|id_key)",
      (sql) => entityStatements(sql, dashboardEntity).one(project, DashboardId.make(1)),
      /Index Cond: .*id = /
    )
    usesIndex(
      "some rows are found by owner and ids",
      "cohorts_pkey",
      (sql) => entityStatements(sql, cohortEntity).many(project, [1, 2, 3].map((id) => CohortId.make(id))),
      /Index Cond: \(\(project_id = .*id = ANY/
    )
    usesIndex(
      "a page of dashboards is chosen in their order",
      "dashboards_listed",
      (sql) => entityStatements(sql, dashboardEntity).page(project, dashboardsBy({}), page),
      /Index Cond: \(project_id = /
    )
    usesIndex(
      "a page of cohorts is chosen in their order",
      "cohorts_newest",
      (sql) => entityStatements(sql, cohortEntity).page(project, cohortsBy({ search: "a" }), page),
      /Index Cond: \(project_id = /
    )
    usesIndex(
      "a page of actions is chosen in their order",
      "actions_listed",
      (sql) => entityStatements(sql, actionEntity).page(project, actionsBy({}), page),
      /Index Cond: \(project_id = /
    )
    usesIndex(
      "an action is found by its name",
      "actions_named",
      (sql) => entityStatements(sql, actionEntity).meant(project, { where: is("name", "n7") }),
      /Index Cond: \(\(project_id = .*name = /
    )
    usesIndex(
      "a page of insights is chosen in their order",
      "insights_listed",
      (sql) => entityStatements(sql, insightEntity).page(project, insightsBy({ saved: true }), page),
      /Index Cond: \(project_id = /
    )
    usesIndex(
      "an insight is found by its short id",
      "insights_project_id_short_id_key",
      (sql) =>
        entityStatements(sql, insightEntity).meant(project, { where: is("short_id", "abc"), includesDeleted: true }),
      /Index Cond: \(\(project_id = .*short_id = /
    )
    usesIndex(
      "tiles are found by their dashboard",
      "dashboard_tiles_dashboard",
      (sql) => entityStatements(sql, dashboardTileEntity).meant(project, { where: is("dashboard_id", 1) }),
      /Index Cond: \(\(project_id = .*dashboard_id = /
    )
    usesIndex(
      "texts are found by their dashboard",
      "dashboard_texts_dashboard",
      (sql) => entityStatements(sql, dashboardTextEntity).meant(project, { where: is("dashboard_id", 1) }),
      /Index Cond: \(\(project_id = .*dashboard_id = /
    )
    usesIndex(
      "tiles are found by their insights",
      "dashboard_tiles_insight",
      (sql) =>
        entityStatements(sql, dashboardTileEntity).meant(project, { where: isIn("insight_id", [InsightId.make(1)]) }),
      /Index Cond: \(\(project_id = .*insight_id = ANY/
    )
    usesIndex(
      "a page of surveys is chosen in their order",
      "surveys_listed",
      (sql) => entityStatements(sql, surveyEntity).page(project, surveysBy({}), page),
      /Index Cond: \(project_id = /
    )
    usesIndex(
      "a page of a subscription's deliveries is chosen in their order",
      "subscription_deliveries_listed",
      (sql) =>
        entityStatements(sql, subscriptionDeliveryEntity).page(project, deliveriesOf(SubscriptionId.make(1)), page),
      /Index Cond: \(\(project_id = .*subscription_id = /
    )
    usesIndex(
      "a survey is found by its name",
      "surveys_project_id_name_key",
      (sql) => entityStatements(sql, surveyEntity).meant(project, { where: is("name", "n1") }),
      /Index Cond: \(\(project_id = .*name = /
    )
    usesIndex(
      "surveys are found by the flags that they are linked to",
      "surveys_linked",
      (sql) => entityStatements(sql, surveyEntity).meant(project, { where: isIn("linked_flag_id", [50, 100]) }),
      /Index Cond: \(\(project_id = .*linked_flag_id = ANY/
    )
    usesIndex(
      "a page of experiments is chosen in their order",
      "experiments_listed",
      (sql) => entityStatements(sql, experimentEntity).page(project, experimentsBy(readExperimentFilter({})), page),
      /Index Cond: \(project_id = /
    )
    usesIndex(
      "experiments are found by the flags that they decide by",
      "experiments_of_flags",
      (sql) => entityStatements(sql, experimentEntity).meant(project, { where: isIn("feature_flag_id", [50, 100]) }),
      /Index Cond: \(\(project_id = .*feature_flag_id = ANY/
    )
    usesIndex(
      "a project's secrets are found by the project",
      "project_secret_keys_pkey",
      (sql) => entityStatements(sql, projectSecretKeyEntity).meant(project, {}),
      /Index Cond: \(project_id = /
    )
    usesIndex(
      "a user's keys are found by the user",
      "personal_api_keys_user",
      (sql) => entityStatements<PersonalApiKey, object, never>(sql, personalApiKeyEntity).meant(UserId.make(1), {}),
      /Index Cond: \(user_id = /
    )

    const flags = (sql: SqlClient.SqlClient) => entityStatements(sql, featureFlagEntity)
    usesIndex(
      "a flag is found by its key",
      "feature_flags_key",
      (sql) => flags(sql).meant(project, flagByKey("k")),
      /Index Cond: \(\(project_id = .*key = /
    )
    usesIndex(
      "a page of flags is chosen in their order",
      "feature_flags_listed",
      (sql) => flags(sql).page(project, flagsBy({}), page),
      /Index Cond: \(project_id = /
    )

    it.effect("flags are found by what they depend on and by the cohorts they use", () =>
      Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        const depending = yield* planOf(flags(sql).meant(project, dependentsOf(FeatureFlagId.make(50))), true)
        assert.match(depending, /Bitmap Index Scan on feature_flags_depends_on[^]*Index Cond: \(depends_on &&/)
        const using = yield* planOf(flags(sql).meant(project, flagsUsingCohorts([51])), true)
        assert.match(using, /Bitmap Index Scan on feature_flags_cohorts[^]*Index Cond: \(cohort_ids &&/)
      }))
  }
)
