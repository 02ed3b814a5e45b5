import { statements } from "./Statements.ts"

const text = `text COLLATE "C"`

/**
 * What the installation is, so that a start on data that does not belong together is noticed. `installation` has one row:
 * its id, which its ClickHouse has too from `clickhouse_since` on. `clickhouse_marks` has how many rows a table of
 * ClickHouse had when it was last looked at, and how many were known to be `missing` by then. `accepted_losses` are the damaged
 * parts and the secret keys that somebody has decided to go on without (ADR 0019).
 */
export const createInstallation = statements([
  `CREATE TABLE installation (
    is_only bool PRIMARY KEY DEFAULT true CHECK (is_only),
    id uuid NOT NULL,
    made_at timestamptz(3) NOT NULL,
    clickhouse_since timestamptz(3)
  )`,
  `CREATE TABLE clickhouse_marks (
    name ${text} PRIMARY KEY,
    rows int8 NOT NULL,
    missing int8 NOT NULL,
    marked_at timestamptz(3) NOT NULL
  )`,
  `CREATE TABLE accepted_losses (
    kind ${text} NOT NULL,
    name ${text} NOT NULL,
    accepted_at timestamptz(3) NOT NULL,
    PRIMARY KEY (kind, name)
  )`
])
