import { instant, statements, text } from "./Statements.ts"

/** Exports, and the pieces of their files. The pieces go with their export. */
export const createDataExports = statements([
  `CREATE TABLE data_exports (
    project_id int4 NOT NULL,
    id uuid NOT NULL,
    model ${text} NOT NULL,
    format ${text} NOT NULL,
    source jsonb,
    date_from ${instant},
    date_to ${instant},
    status ${text} NOT NULL,
    content uuid,
    rows int8 NOT NULL,
    bytes int8 NOT NULL,
    error ${text},
    created_by int4,
    created_at ${instant} NOT NULL,
    completed_at ${instant},
    expires_at ${instant} NOT NULL,
    PRIMARY KEY (project_id, id)
  )`,
  `CREATE INDEX data_exports_listed ON data_exports (project_id, created_at DESC, id)`,
  `CREATE TABLE data_export_pieces (
    project_id int4 NOT NULL,
    export_id uuid NOT NULL,
    content uuid NOT NULL,
    number int4 NOT NULL,
    bytes bytea NOT NULL,
    PRIMARY KEY (project_id, export_id, content, number),
    FOREIGN KEY (project_id, export_id) REFERENCES data_exports ON DELETE CASCADE
  )`,
  // The bytes of Parquet are packed already, and those of the other forms are read once.
  `ALTER TABLE data_export_pieces ALTER COLUMN bytes SET STORAGE EXTERNAL`
])
