import { instant, text } from "../Statements.ts"

const table = [
  `CREATE TABLE surveys (
    project_id int4 NOT NULL,
    id uuid NOT NULL,
    name ${text} NOT NULL,
    description ${text} NOT NULL,
    type ${text} NOT NULL,
    schedule ${text},
    linked_flag_id int4,
    linked_insight_id int4,
    targeting_flag_id int4,
    owns_targeting_flag bool NOT NULL,
    internal_targeting_flag_id int4,
    internal_response_sampling_flag_id int4,
    questions jsonb,
    conditions jsonb,
    appearance jsonb,
    translations jsonb,
    base_language ${text} NOT NULL,
    start_date ${instant},
    end_date ${instant},
    archived bool NOT NULL,
    responses_limit int4,
    iteration_count int4,
    iteration_frequency_days int4,
    iteration_start_dates text[],
    current_iteration int4,
    current_iteration_start_date ${instant},
    response_sampling_start_date ${instant},
    response_sampling_interval_type ${text},
    response_sampling_interval int4,
    response_sampling_limit int4,
    response_sampling_daily_limits jsonb,
    enable_partial_responses bool NOT NULL,
    enable_iframe_embedding bool NOT NULL,
    created_by int4,
    created_at ${instant} NOT NULL,
    PRIMARY KEY (project_id, id),
    UNIQUE (project_id, name)
  )`,
  `CREATE INDEX surveys_listed ON surveys (project_id, created_at DESC, id DESC)`,
  // Surveys are found by their ids alone too, as the addresses of their pages have them.
  `CREATE INDEX surveys_by_id ON surveys (id)`,
  `CREATE INDEX surveys_linked ON surveys (project_id, linked_flag_id) WHERE linked_flag_id IS NOT NULL`,
  `CREATE INDEX surveys_targeted ON surveys (project_id, targeting_flag_id) WHERE targeting_flag_id IS NOT NULL`,
  `CREATE INDEX surveys_running ON surveys (id)
    WHERE start_date IS NOT NULL AND end_date IS NULL AND NOT archived`
]

/** Responses that are put away, and summaries of the others; both go with their survey. */
const responses = [
  `CREATE TABLE survey_archived_responses (
    project_id int4 NOT NULL,
    id uuid NOT NULL,
    survey_id uuid NOT NULL,
    response_uuid uuid NOT NULL,
    response_key ${text} NOT NULL,
    archived_at ${instant} NOT NULL,
    PRIMARY KEY (project_id, id),
    UNIQUE (project_id, response_uuid),
    FOREIGN KEY (project_id, survey_id) REFERENCES surveys (project_id, id) ON DELETE CASCADE
  )`,
  `CREATE INDEX survey_archived_responses_survey ON survey_archived_responses (project_id, survey_id, archived_at DESC)`,
  `CREATE TABLE survey_summaries (
    project_id int4 NOT NULL,
    id uuid NOT NULL,
    survey_id uuid NOT NULL,
    state ${text} NOT NULL,
    summary jsonb NOT NULL,
    generated_at ${instant} NOT NULL,
    PRIMARY KEY (project_id, id),
    FOREIGN KEY (project_id, survey_id) REFERENCES surveys (project_id, id) ON DELETE CASCADE
  )`,
  `CREATE INDEX survey_summaries_survey ON survey_summaries (project_id, survey_id)`
]

/** Questions to a project's users. */
export const surveys: ReadonlyArray<string> = [...table, ...responses]
