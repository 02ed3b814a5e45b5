import { instant, statements, text } from "./Statements.ts"

/** Deletions of data. Those that are not completed are read by queries, and there are few of them. */
export const createDataDeletions = statements([
  `CREATE TABLE data_deletions (
    project_id int4 NOT NULL,
    id uuid NOT NULL,
    kind ${text} NOT NULL,
    status ${text} NOT NULL,
    with_events bool NOT NULL,
    person_ids text[] NOT NULL,
    distinct_ids text[] NOT NULL,
    names text[] NOT NULL,
    events text[] NOT NULL,
    date_from ${instant},
    date_to ${instant},
    persons_count int4 NOT NULL,
    distinct_ids_count int4 NOT NULL,
    events_count int8,
    texts_count int8,
    created_by int4,
    created_at ${instant} NOT NULL,
    completed_at ${instant},
    PRIMARY KEY (project_id, id)
  )`,
  `CREATE INDEX data_deletions_listed ON data_deletions (project_id, created_at DESC, id)`,
  `CREATE INDEX data_deletions_unfinished ON data_deletions (project_id) WHERE status <> 'completed'`
])
