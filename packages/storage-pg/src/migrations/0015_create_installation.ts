import { statements } from "./Statements.ts"

const text = `text COLLATE "C"`

/**
 * The identity of the installation, so that a start on data that does not belong together is noticed. `installation`
 * has one row: its id, which its ClickHouse has too from `clickhouse_since` on. `clickhouse_marks` has the number of
 * rows of a table of ClickHouse at the last look, and of those known to be `missing` by then. `accepted_losses` are the
 * damaged parts and the secret keys that an operator has decided to go on without (ADR 0019).
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
