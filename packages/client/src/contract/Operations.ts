// Made from docs/openapi.json by `pnpm run docs`: do not edit.

/**
 * Every operation by its group and name: the method, the path, and words about it. `pages` answers a page of a list,
 * `repeatable` is a POST that may be sent twice, the rest are headers that it takes.
 */
export const operations = {
  signIn: {
    session: "GET /api/session/",
    login: "POST /api/login/ repeatable",
    complete: "POST /api/login/complete/ repeatable",
    logout: "POST /api/logout/ repeatable",
    setUp: "POST /api/setup/ repeatable",
    askReset: "POST /api/reset/ repeatable",
    reset: "POST /api/reset/complete/ repeatable"
  },
  account: {
    changePassword: "POST /api/users/@me/password/"
  },
  invites: {
    list: "GET /api/organizations/{organization_id}/invites pages",
    send: "POST /api/organizations/{organization_id}/invites",
    resend: "POST /api/organizations/{organization_id}/invites/{id}/resend/",
    revoke: "DELETE /api/organizations/{organization_id}/invites/{id}/"
  },
  inviteLinks: {
    read: "POST /api/invites/read/ repeatable",
    accept: "POST /api/invites/accept/ repeatable"
  },
  ownInvites: {
    join: "POST /api/users/@me/join/"
  },
  ownSessions: {
    list: "GET /api/users/@me/sessions",
    end: "DELETE /api/users/@me/sessions/{id}/"
  },
  secondFactor: {
    read: "GET /api/users/@me/second_factor",
    begin: "POST /api/users/@me/second_factor",
    confirm: "POST /api/users/@me/second_factor/confirm/",
    renewCodes: "POST /api/users/@me/second_factor/backup_codes/",
    turnOff: "POST /api/users/@me/second_factor/turn_off/"
  },
  provider: {
    start: "POST /api/oidc/start/ repeatable",
    complete: "POST /api/oidc/complete/ repeatable"
  },
  identities: {
    list: "GET /api/users/@me/identities",
    connect: "POST /api/users/@me/identities",
    disconnect: "DELETE /api/users/@me/identities/{id}/"
  },
  query: {
    run: "POST /api/projects/{project_id}/query/ repeatable",
    status: "GET /api/projects/{project_id}/query/{id}/",
    cancel: "DELETE /api/projects/{project_id}/query/{id}/",
    log: "GET /api/projects/{project_id}/query/{id}/log/"
  },
  identity: {
    me: "GET /api/users/@me/",
    updateMe: "PATCH /api/users/@me/",
    currentKey: "GET /api/personal_api_keys/@current",
    projects: "GET /api/projects/ pages",
    organizations: "GET /api/organizations/ pages",
    organization: "GET /api/organizations/{organization_id}/",
    organizationProjects: "GET /api/organizations/{organization_id}/projects/ pages"
  },
  projects: {
    create: "POST /api/projects/"
  },
  organizations: {
    create: "POST /api/organizations/",
    update: "PATCH /api/organizations/{organization_id}/",
    remove: "DELETE /api/organizations/{organization_id}/",
    createProject: "POST /api/organizations/{organization_id}/projects/",
    project: "GET /api/organizations/{organization_id}/projects/{id}/",
    updateProject: "PATCH /api/organizations/{organization_id}/projects/{id}/",
    removeProject: "DELETE /api/organizations/{organization_id}/projects/{id}/"
  },
  personalApiKeys: {
    list: "GET /api/personal_api_keys/",
    create: "POST /api/personal_api_keys/",
    read: "GET /api/personal_api_keys/{id}/",
    update: "PATCH /api/personal_api_keys/{id}/",
    revoke: "DELETE /api/personal_api_keys/{id}/",
    roll: "POST /api/personal_api_keys/{id}/roll/"
  },
  members: {
    list: "GET /api/organizations/{organization_id}/members pages",
    add: "POST /api/organizations/{organization_id}/members",
    update: "PATCH /api/organizations/{organization_id}/members/{user_uuid}/",
    remove: "DELETE /api/organizations/{organization_id}/members/{user_uuid}/"
  },
  project: {
    project: "GET /api/projects/{project_id}/",
    updateProject: "PATCH /api/projects/{project_id}/",
    removeProject: "DELETE /api/projects/{project_id}/",
    usage: "GET /api/projects/{project_id}/usage/",
    resetToken: "PATCH /api/projects/{project_id}/reset_token/"
  },
  projectSecretKeys: {
    list: "GET /api/projects/{project_id}/project_secret_api_keys/ pages",
    create: "POST /api/projects/{project_id}/project_secret_api_keys/",
    read: "GET /api/projects/{project_id}/project_secret_api_keys/{id}/",
    update: "PATCH /api/projects/{project_id}/project_secret_api_keys/{id}/",
    revoke: "DELETE /api/projects/{project_id}/project_secret_api_keys/{id}/",
    roll: "POST /api/projects/{project_id}/project_secret_api_keys/{id}/roll/"
  },
  queryPreparation: {
    upgrade: "POST /api/projects/{project_id}/query/upgrade/ repeatable",
    checkAuthForAsync: "POST /api/projects/{project_id}/query/check_auth_for_async/ repeatable",
    draftSql: "GET /api/projects/{project_id}/query/draft_sql/",
    askInWords: "POST /api/projects/{project_id}/max_tools/create_and_query_insight/ repeatable"
  },
  insightVariables: {
    list: "GET /api/projects/{project_id}/insight_variables/ pages",
    create: "POST /api/projects/{project_id}/insight_variables/",
    read: "GET /api/projects/{project_id}/insight_variables/{id}/",
    update: "PATCH /api/projects/{project_id}/insight_variables/{id}/",
    remove: "DELETE /api/projects/{project_id}/insight_variables/{id}/",
    activity: "GET /api/projects/{project_id}/insight_variables/{id}/activity/ pages"
  },
  actions: {
    list: "GET /api/projects/{project_id}/actions/ pages",
    create: "POST /api/projects/{project_id}/actions/",
    read: "GET /api/projects/{project_id}/actions/{id}/",
    update: "PATCH /api/projects/{project_id}/actions/{id}/",
    remove: "DELETE /api/projects/{project_id}/actions/{id}/",
    activity: "GET /api/projects/{project_id}/actions/{id}/activity/ pages"
  },
  activity: {
    log: "GET /api/projects/{project_id}/activity_log/ pages",
    project: "GET /api/projects/{project_id}/activity/ pages"
  },
  organizationActivity: {
    log: "GET /api/organizations/{organization_id}/activity_log/ pages"
  },
  cohorts: {
    list: "GET /api/projects/{project_id}/cohorts/ pages",
    create: "POST /api/projects/{project_id}/cohorts/",
    read: "GET /api/projects/{project_id}/cohorts/{id}/",
    update: "PATCH /api/projects/{project_id}/cohorts/{id}/",
    remove: "DELETE /api/projects/{project_id}/cohorts/{id}/",
    persons: "GET /api/projects/{project_id}/cohorts/{id}/persons/ pages",
    activity: "GET /api/projects/{project_id}/cohorts/{id}/activity/ pages"
  },
  dashboards: {
    list: "GET /api/projects/{project_id}/dashboards/ pages",
    create: "POST /api/projects/{project_id}/dashboards/",
    read: "GET /api/projects/{project_id}/dashboards/{id}/",
    update: "PATCH /api/projects/{project_id}/dashboards/{id}/",
    remove: "DELETE /api/projects/{project_id}/dashboards/{id}/",
    moveTile: "PATCH /api/projects/{project_id}/dashboards/{id}/move_tile/",
    activity: "GET /api/projects/{project_id}/dashboards/{id}/activity/ pages"
  },
  insights: {
    list: "GET /api/projects/{project_id}/insights/ pages",
    create: "POST /api/projects/{project_id}/insights/",
    read: "GET /api/projects/{project_id}/insights/{id}/",
    update: "PATCH /api/projects/{project_id}/insights/{id}/",
    remove: "DELETE /api/projects/{project_id}/insights/{id}/",
    activity: "GET /api/projects/{project_id}/insights/{id}/activity/ pages"
  },
  dataDeletions: {
    list: "GET /api/projects/{project_id}/data_deletions/ pages",
    create: "POST /api/projects/{project_id}/data_deletions/",
    read: "GET /api/projects/{project_id}/data_deletions/{id}/",
    activity: "GET /api/projects/{project_id}/data_deletions/{id}/activity/ pages"
  },
  dataExports: {
    list: "GET /api/projects/{project_id}/exports/ pages",
    create: "POST /api/projects/{project_id}/exports/",
    read: "GET /api/projects/{project_id}/exports/{id}/",
    remove: "DELETE /api/projects/{project_id}/exports/{id}/",
    content: "GET /api/projects/{project_id}/exports/{id}/content/",
    activity: "GET /api/projects/{project_id}/exports/{id}/activity/ pages"
  },
  definitions: {
    events: "GET /api/projects/{project_id}/event_definitions/ pages",
    createEvent: "POST /api/projects/{project_id}/event_definitions/",
    eventByName: "GET /api/projects/{project_id}/event_definitions/by_name/",
    event: "GET /api/projects/{project_id}/event_definitions/{id}/",
    updateEvent: "PATCH /api/projects/{project_id}/event_definitions/{id}/",
    removeEvent: "DELETE /api/projects/{project_id}/event_definitions/{id}/",
    properties: "GET /api/projects/{project_id}/property_definitions/ pages",
    property: "GET /api/projects/{project_id}/property_definitions/{id}/",
    updateProperty: "PATCH /api/projects/{project_id}/property_definitions/{id}/",
    removeProperty: "DELETE /api/projects/{project_id}/property_definitions/{id}/"
  },
  groups: {
    types: "GET /api/projects/{project_id}/groups_types/",
    list: "GET /api/projects/{project_id}/groups/ pages",
    create: "POST /api/projects/{project_id}/groups/",
    find: "GET /api/projects/{project_id}/groups/find/",
    updateProperty: "POST /api/projects/{project_id}/groups/update_property/",
    deleteProperty: "POST /api/projects/{project_id}/groups/delete_property/"
  },
  persons: {
    list: "GET /api/projects/{project_id}/persons/ pages",
    read: "GET /api/projects/{project_id}/persons/{id}/",
    update: "PATCH /api/projects/{project_id}/persons/{id}/",
    remove: "DELETE /api/projects/{project_id}/persons/{id}/",
    export: "GET /api/projects/{project_id}/persons/{id}/export/",
    updateProperty: "POST /api/projects/{project_id}/persons/{id}/update_property/",
    deleteProperty: "POST /api/projects/{project_id}/persons/{id}/delete_property/",
    split: "POST /api/projects/{project_id}/persons/{id}/split/",
    bulkDelete: "POST /api/projects/{project_id}/persons/bulk_delete/"
  },
  capture: {
    eByUrl: "GET /e/",
    e: "POST /e/",
    captureByUrl: "GET /capture/",
    capture: "POST /capture/",
    trackByUrl: "GET /track/",
    track: "POST /track/",
    engageByUrl: "GET /engage/",
    engage: "POST /engage/",
    batchByUrl: "GET /batch/",
    batch: "POST /batch/",
    iv0eByUrl: "GET /i/v0/e/",
    iv0e: "POST /i/v0/e/"
  },
  health: {
    health: "GET /_health",
    ready: "GET /_ready"
  },
  changeRequests: {
    list: "GET /api/projects/{project_id}/change_requests/ pages",
    read: "GET /api/projects/{project_id}/change_requests/{id}/",
    approve: "POST /api/projects/{project_id}/change_requests/{id}/approve/",
    reject: "POST /api/projects/{project_id}/change_requests/{id}/reject/",
    cancel: "POST /api/projects/{project_id}/change_requests/{id}/cancel/"
  },
  featureFlags: {
    list: "GET /api/projects/{project_id}/feature_flags/ pages",
    create: "POST /api/projects/{project_id}/feature_flags/",
    read: "GET /api/projects/{project_id}/feature_flags/{id}/ if-none-match",
    replace: "PUT /api/projects/{project_id}/feature_flags/{id}/ if-match",
    update: "PATCH /api/projects/{project_id}/feature_flags/{id}/ if-match",
    remove: "DELETE /api/projects/{project_id}/feature_flags/{id}/",
    activity: "GET /api/projects/{project_id}/feature_flags/activity/ pages",
    activityOfOne: "GET /api/projects/{project_id}/feature_flags/{id}/activity/ pages",
    status: "GET /api/projects/{project_id}/feature_flags/{id}/status/",
    remoteConfig: "GET /api/projects/{project_id}/feature_flags/{id}/remote_config/"
  },
  featureFlagActions: {
    cohort: "POST /api/projects/{project_id}/feature_flags/{id}/create_static_cohort_for_flag/",
    dashboard: "POST /api/projects/{project_id}/feature_flags/{id}/dashboard/",
    enrichDashboard: "POST /api/projects/{project_id}/feature_flags/{id}/enrich_usage_dashboard/",
    activeDependents: "POST /api/projects/{project_id}/feature_flags/{id}/has_active_dependents/ repeatable",
    dependents: "GET /api/projects/{project_id}/feature_flags/{id}/dependent_flags/",
    copy: "POST /api/projects/{project_id}/feature_flags/{id}/copy_to_projects/",
    bulkKeys: "POST /api/projects/{project_id}/feature_flags/bulk_keys/ repeatable",
    matchingIds: "GET /api/projects/{project_id}/feature_flags/matching_ids/",
    bulkDelete: "POST /api/projects/{project_id}/feature_flags/bulk_delete/"
  },
  featureFlagAnswers: {
    evaluationReasons: "GET /api/projects/{project_id}/feature_flags/evaluation_reasons/",
    myFlags: "GET /api/projects/{project_id}/feature_flags/my_flags/",
    blastRadius: "POST /api/projects/{project_id}/feature_flags/user_blast_radius/ repeatable",
    explain: "GET /api/projects/{project_id}/feature_flags/{id}/explain/"
  },
  organizationFlags: {
    copy: "POST /api/organizations/{organization_id}/feature_flags/copy_flags/",
    read: "GET /api/organizations/{organization_id}/feature_flags/{key}/"
  },
  scheduledChanges: {
    list: "GET /api/projects/{project_id}/scheduled_changes/ pages",
    create: "POST /api/projects/{project_id}/scheduled_changes/",
    read: "GET /api/projects/{project_id}/scheduled_changes/{id}/",
    replace: "PUT /api/projects/{project_id}/scheduled_changes/{id}/",
    update: "PATCH /api/projects/{project_id}/scheduled_changes/{id}/",
    remove: "DELETE /api/projects/{project_id}/scheduled_changes/{id}/"
  },
  surveys: {
    list: "GET /api/projects/{project_id}/surveys/ pages",
    create: "POST /api/projects/{project_id}/surveys/",
    activity: "GET /api/projects/{project_id}/surveys/activity/ pages",
    import: "POST /api/projects/{project_id}/surveys/import/",
    read: "GET /api/projects/{project_id}/surveys/{id}/",
    replace: "PUT /api/projects/{project_id}/surveys/{id}/",
    update: "PATCH /api/projects/{project_id}/surveys/{id}/",
    remove: "DELETE /api/projects/{project_id}/surveys/{id}/",
    activityOfOne: "GET /api/projects/{project_id}/surveys/{id}/activity/ pages",
    duplicate: "POST /api/projects/{project_id}/surveys/{id}/duplicate_to_projects/",
    promote: "POST /api/projects/{project_id}/surveys/{id}/copy_to_projects/",
    export: "GET /api/projects/{project_id}/surveys/{id}/export/"
  },
  surveyResponses: {
    allStats: "GET /api/projects/{project_id}/surveys/stats/",
    counts: "GET /api/projects/{project_id}/surveys/responses_count/",
    stats: "GET /api/projects/{project_id}/surveys/{id}/stats/",
    list: "GET /api/projects/{project_id}/surveys/{id}/responses/ pages",
    archivedUuids: "GET /api/projects/{project_id}/surveys/{id}/archived-response-uuids/",
    archive: "POST /api/projects/{project_id}/surveys/{id}/responses/{response_uuid}/archive/",
    unarchive: "POST /api/projects/{project_id}/surveys/{id}/responses/{response_uuid}/unarchive/"
  },
  surveySdk: {
    surveys: "GET /api/surveys/"
  },
  hostedSurveys: {
    page: "GET /external_surveys/{id}/"
  },
  sdkScripts: {
    script: "GET /static/{file}",
    versionedScript: "GET /static/{version}/{file}"
  },
  surveySummaries: {
    summarize: "POST /api/projects/{project_id}/surveys/{id}/summarize_responses/ repeatable",
    headline: "POST /api/projects/{project_id}/surveys/{id}/summary_headline/ repeatable"
  },
  flags: {
    configure: "GET /flags/",
    evaluate: "POST /flags/ repeatable",
    decideConfigure: "GET /decide/",
    decide: "POST /decide/ repeatable"
  },
  remoteConfig: {
    json: "GET /array/{token}/config/",
    script: "GET /array/{token}/config.js"
  },
  localEvaluation: {
    definitions: "GET /flags/definitions/",
    legacy: "GET /api/feature_flag/local_evaluation/",
    stream: "GET /flags/definitions/stream/"
  },
  projectLocalEvaluation: {
    definitions: "GET /api/projects/{project_id}/feature_flags/local_evaluation/",
    stream: "GET /api/projects/{project_id}/feature_flags/stream/"
  },
  ofrep: {
    all: "POST /ofrep/v1/evaluate/flags/ repeatable",
    one: "POST /ofrep/v1/evaluate/flags/{key}/ repeatable",
    stream: "GET /ofrep/v1/stream/"
  },
  experiments: {
    list: "GET /api/projects/{project_id}/experiments/ pages",
    create: "POST /api/projects/{project_id}/experiments/",
    activity: "GET /api/projects/{project_id}/experiments/activity/ pages",
    read: "GET /api/projects/{project_id}/experiments/{id}/",
    replace: "PUT /api/projects/{project_id}/experiments/{id}/",
    update: "PATCH /api/projects/{project_id}/experiments/{id}/",
    remove: "DELETE /api/projects/{project_id}/experiments/{id}/",
    activityOfOne: "GET /api/projects/{project_id}/experiments/{id}/activity/ pages"
  },
  experimentActions: {
    eligibleFlags: "GET /api/projects/{project_id}/experiments/eligible_feature_flags/ pages",
    requiresFlagImplementation: "GET /api/projects/{project_id}/experiments/requires_flag_implementation/",
    stats: "GET /api/projects/{project_id}/experiments/stats/",
    duplicate: "POST /api/projects/{project_id}/experiments/{id}/duplicate/",
    promote: "POST /api/projects/{project_id}/experiments/{id}/copy_to_projects/",
    createExposureCohort: "POST /api/projects/{project_id}/experiments/{id}/create_exposure_cohort_for_experiment/",
    launch: "POST /api/projects/{project_id}/experiments/{id}/launch/",
    archive: "POST /api/projects/{project_id}/experiments/{id}/archive/",
    unarchive: "POST /api/projects/{project_id}/experiments/{id}/unarchive/",
    pause: "POST /api/projects/{project_id}/experiments/{id}/pause/",
    resume: "POST /api/projects/{project_id}/experiments/{id}/resume/",
    reset: "POST /api/projects/{project_id}/experiments/{id}/reset/",
    end: "POST /api/projects/{project_id}/experiments/{id}/end/",
    shipVariant: "POST /api/projects/{project_id}/experiments/{id}/ship_variant/"
  },
  holdouts: {
    list: "GET /api/projects/{project_id}/experiment_holdouts/ pages",
    create: "POST /api/projects/{project_id}/experiment_holdouts/",
    read: "GET /api/projects/{project_id}/experiment_holdouts/{id}/",
    update: "PATCH /api/projects/{project_id}/experiment_holdouts/{id}/",
    remove: "DELETE /api/projects/{project_id}/experiment_holdouts/{id}/",
    activity: "GET /api/projects/{project_id}/experiment_holdouts/{id}/activity/ pages"
  },
  savedMetrics: {
    list: "GET /api/projects/{project_id}/experiment_saved_metrics/ pages",
    create: "POST /api/projects/{project_id}/experiment_saved_metrics/",
    read: "GET /api/projects/{project_id}/experiment_saved_metrics/{id}/",
    update: "PATCH /api/projects/{project_id}/experiment_saved_metrics/{id}/",
    remove: "DELETE /api/projects/{project_id}/experiment_saved_metrics/{id}/",
    activity: "GET /api/projects/{project_id}/experiment_saved_metrics/{id}/activity/ pages"
  },
  experimentTimeseries: {
    results: "GET /api/projects/{project_id}/experiments/{id}/timeseries_results/",
    recalculate: "POST /api/projects/{project_id}/experiments/{id}/recalculate_timeseries/"
  },
  experimentResults: {
    results: "GET /api/projects/{project_id}/experiments/{id}/results/",
    runningTime: "POST /api/projects/{project_id}/experiments/{id}/running_time/ repeatable"
  },
  experimentReport: {
    show: "GET /api/projects/{project_id}/experiments/{id}/report/"
  },
  insightCharts: {
    chart: "GET /api/projects/{project_id}/insights/{id}/chart.svg"
  },
  alerts: {
    list: "GET /api/projects/{project_id}/alerts/ pages",
    create: "POST /api/projects/{project_id}/alerts/",
    read: "GET /api/projects/{project_id}/alerts/{id}/",
    update: "PATCH /api/projects/{project_id}/alerts/{id}/",
    remove: "DELETE /api/projects/{project_id}/alerts/{id}/",
    activity: "GET /api/projects/{project_id}/alerts/{id}/activity/ pages"
  },
  webhooks: {
    list: "GET /api/projects/{project_id}/webhooks/ pages",
    create: "POST /api/projects/{project_id}/webhooks/",
    read: "GET /api/projects/{project_id}/webhooks/{id}/",
    update: "PATCH /api/projects/{project_id}/webhooks/{id}/",
    remove: "DELETE /api/projects/{project_id}/webhooks/{id}/",
    activity: "GET /api/projects/{project_id}/webhooks/{id}/activity/ pages",
    rotateSecret: "POST /api/projects/{project_id}/webhooks/{id}/rotate_secret/",
    test: "POST /api/projects/{project_id}/webhooks/{id}/test/",
    deliveries: "GET /api/projects/{project_id}/webhooks/{id}/deliveries/ pages",
    delivery: "GET /api/projects/{project_id}/webhooks/{id}/deliveries/{delivery_id}/",
    resend: "POST /api/projects/{project_id}/webhooks/{id}/deliveries/{delivery_id}/resend/"
  },
  subscriptions: {
    list: "GET /api/projects/{project_id}/subscriptions/ pages",
    create: "POST /api/projects/{project_id}/subscriptions/",
    read: "GET /api/projects/{project_id}/subscriptions/{id}/",
    update: "PATCH /api/projects/{project_id}/subscriptions/{id}/",
    remove: "DELETE /api/projects/{project_id}/subscriptions/{id}/",
    activity: "GET /api/projects/{project_id}/subscriptions/{id}/activity/ pages",
    testDelivery: "POST /api/projects/{project_id}/subscriptions/{id}/test-delivery/",
    deliveries: "GET /api/projects/{project_id}/subscriptions/{id}/deliveries/ pages"
  },
  unsubscribe: {
    page: "GET /api/unsubscribe/",
    unsubscribe: "POST /api/unsubscribe/ repeatable"
  },
  dashboardSharing: {
    read: "GET /api/projects/{project_id}/dashboards/{id}/sharing/",
    update: "PATCH /api/projects/{project_id}/dashboards/{id}/sharing/",
    renew: "POST /api/projects/{project_id}/dashboards/{id}/sharing/refresh/"
  },
  sharedDashboards: {
    page: "GET /shared/{token}/"
  }
} as const
