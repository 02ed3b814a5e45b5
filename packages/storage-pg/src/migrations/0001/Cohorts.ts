import { instant, text } from "../Statements.ts"
import { contentHash, contentIndex, timeOf } from "./ContentHash.ts"

/** Everything but what finding the members writes. */
const hash = contentHash(
  ["deleted", "is_static", "version", "created_by", timeOf("created_at")],
  [
    "name",
    "description",
    "cohort_type",
    "groups::text",
    "coalesce(filters::text, 'none')",
    "coalesce(query::text, 'none')"
  ]
)

/**
 * Cohorts and their members. A person's memberships are found by the person for merges and for flags. Members have no
 * foreign key to persons: a merge moves them itself, and each row would be looked up once more.
 */
export const cohorts: ReadonlyArray<string> = [
  `CREATE TABLE cohorts (
    project_id int4 NOT NULL,
    id int4 GENERATED ALWAYS AS IDENTITY UNIQUE,
    name ${text} NOT NULL,
    description ${text} NOT NULL,
    cohort_type ${text} NOT NULL CHECK (cohort_type IN ('static', 'person_property', 'behavioral', 'analytical')),
    is_static bool NOT NULL,
    groups jsonb NOT NULL,
    filters jsonb,
    query jsonb,
    is_calculating bool NOT NULL,
    last_calculation ${instant},
    errors_calculating int4 NOT NULL,
    count int4,
    version int4 NOT NULL,
    deleted bool NOT NULL,
    created_by int4,
    created_at ${instant} NOT NULL,
    ${hash},
    PRIMARY KEY (project_id, id)
  )`,
  `CREATE INDEX cohorts_newest ON cohorts (project_id, created_at DESC, id DESC) WHERE NOT deleted`,
  `CREATE INDEX cohorts_due ON cohorts (last_calculation)
    WHERE cohort_type IN ('person_property', 'behavioral') AND NOT deleted`,
  contentIndex("cohorts"),
  `CREATE TABLE cohort_members (
    project_id int4 NOT NULL,
    cohort_id int4 NOT NULL,
    person_id uuid NOT NULL,
    PRIMARY KEY (project_id, cohort_id, person_id),
    FOREIGN KEY (project_id, cohort_id) REFERENCES cohorts (project_id, id)
  )`,
  `CREATE INDEX cohort_members_person ON cohort_members (project_id, person_id)`
]
