import { statements } from "./Statements.ts"

const text = `text COLLATE "C"`

/**
 * Cohorts and their members. A person's memberships are found by the person for merges and for flags. Members have no
 * foreign key to persons: a merge moves them itself, and each row would be looked up once more.
 */
export const createCohorts = statements([
  `CREATE TABLE cohorts (
    id int4 GENERATED ALWAYS AS IDENTITY UNIQUE,
    project_id int4 NOT NULL,
    name ${text} NOT NULL,
    description ${text} NOT NULL,
    groups jsonb NOT NULL,
    deleted bool NOT NULL,
    filters jsonb,
    query jsonb,
    is_static bool NOT NULL,
    cohort_type ${text} NOT NULL CHECK (cohort_type IN ('static', 'person_property', 'behavioral', 'analytical')),
    is_calculating bool NOT NULL,
    last_calculation timestamptz(3),
    errors_calculating int4 NOT NULL,
    count int4,
    version int4 NOT NULL,
    created_by int4,
    created_at timestamptz(3) NOT NULL,
    PRIMARY KEY (project_id, id)
  )`,
  `CREATE INDEX cohorts_newest ON cohorts (project_id, created_at DESC, id DESC) WHERE NOT deleted`,
  `CREATE INDEX cohorts_due ON cohorts (last_calculation) WHERE cohort_type = 'person_property' AND NOT deleted`,
  `CREATE TABLE cohort_members (
    project_id int4 NOT NULL,
    cohort_id int4 NOT NULL,
    person_id uuid NOT NULL,
    PRIMARY KEY (project_id, cohort_id, person_id),
    FOREIGN KEY (project_id, cohort_id) REFERENCES cohorts (project_id, id)
  )`,
  `CREATE INDEX cohort_members_person ON cohort_members (project_id, person_id)`
])
