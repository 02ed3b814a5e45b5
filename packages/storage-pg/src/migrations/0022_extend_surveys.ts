import { statements } from "./Statements.ts"

const text = `text COLLATE "C"`

/** Surveys are found by their ids alone, as the addresses of their pages have them; summaries are kept, and go with them. */
export const extendSurveys = statements([
  `CREATE INDEX surveys_by_id ON surveys (id)`,
  `CREATE TABLE survey_summaries (
    project_id int4 NOT NULL,
    id uuid NOT NULL,
    survey_id uuid NOT NULL,
    state ${text} NOT NULL,
    summary jsonb NOT NULL,
    generated_at timestamptz(3) NOT NULL,
    PRIMARY KEY (project_id, id),
    FOREIGN KEY (project_id, survey_id) REFERENCES surveys (project_id, id) ON DELETE CASCADE
  )`,
  `CREATE INDEX survey_summaries_survey ON survey_summaries (project_id, survey_id)`
])
