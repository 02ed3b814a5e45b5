import { instant, text } from "../Statements.ts"

/**
 * The activity log. Entries of an organisation and none of its projects have project 0, which no project is, so that a
 * key begins with a project here too. The author is kept by the name of that time, without a reference: a host
 * application may have users of its own. Each index serves one list by itself, in its order, and counts it without the
 * rows. Rows are only added: they are marked visible to all after a few thousand, which keeps counting off the table.
 */
const activity = [
  `CREATE TABLE activity_log (
    project_id int4 NOT NULL CHECK (project_id >= 0),
    id uuid NOT NULL,
    organization_id uuid NOT NULL,
    user_id int4,
    user_uuid uuid,
    user_distinct_id ${text},
    user_first_name ${text},
    user_last_name ${text},
    user_email ${text},
    activity ${text} NOT NULL,
    scope ${text} NOT NULL,
    item_id ${text} NOT NULL,
    detail jsonb NOT NULL,
    created_at ${instant} NOT NULL,
    PRIMARY KEY (project_id, id)
  ) WITH (autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 5000)`,
  `CREATE INDEX activity_log_project ON activity_log (project_id, created_at DESC, id DESC)`,
  `CREATE INDEX activity_log_scope ON activity_log (project_id, scope, created_at DESC, id DESC)`,
  `CREATE INDEX activity_log_item ON activity_log (project_id, scope, item_id, created_at DESC, id DESC)`,
  `CREATE INDEX activity_log_organization ON activity_log (organization_id, created_at DESC, id DESC)
    WHERE project_id = 0`
]

/** The versions that caches compare; project 0 stands for the installation. */
const versions = [
  `CREATE TABLE definitions_versions (
    project_id int4 PRIMARY KEY,
    version int8 NOT NULL
  )`
]

/** What a change leaves behind: an entry of the activity log and a new version of its project. */
export const changes: ReadonlyArray<string> = [...activity, ...versions]
