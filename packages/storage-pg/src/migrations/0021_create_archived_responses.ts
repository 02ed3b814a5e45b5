import { statements } from "./Statements.ts"

const text = `text COLLATE "C"`

/** Responses to surveys that are put away; they go with their survey. */
export const createArchivedResponses = statements([
  `CREATE TABLE survey_archived_responses (
    project_id int4 NOT NULL,
    id uuid NOT NULL,
    survey_id uuid NOT NULL,
    response_uuid uuid NOT NULL,
    response_key ${text} NOT NULL,
    archived_at timestamptz(3) NOT NULL,
    PRIMARY KEY (project_id, id),
    UNIQUE (project_id, response_uuid),
    FOREIGN KEY (project_id, survey_id) REFERENCES surveys (project_id, id) ON DELETE CASCADE
  )`,
  `CREATE INDEX survey_archived_responses_survey ON survey_archived_responses (project_id, survey_id, archived_at DESC)`
])
