import { instant, text } from "../Statements.ts"

/**
 * The identity of the installation, so that a start on data that does not belong together is noticed. `installation`
 * has one row: its id, which its ClickHouse has too from `clickhouse_since` on. `clickhouse_marks` has the number of
 * rows of a table of ClickHouse at the last look, and of those known to be `missing` by then. `accepted_losses` are the
 * damaged parts and the secret keys that an operator has decided to go on without (ADR 0019).
 */
const identity = [
  `CREATE TABLE installation (
    is_only bool PRIMARY KEY DEFAULT true CHECK (is_only),
    id uuid NOT NULL,
    made_at ${instant} NOT NULL,
    clickhouse_since ${instant}
  )`,
  `CREATE TABLE clickhouse_marks (
    name ${text} PRIMARY KEY,
    rows int8 NOT NULL,
    missing int8 NOT NULL,
    marked_at ${instant} NOT NULL
  )`,
  `CREATE TABLE accepted_losses (
    kind ${text} NOT NULL,
    name ${text} NOT NULL,
    accepted_at ${instant} NOT NULL,
    PRIMARY KEY (kind, name)
  )`
]

/**
 * Records of each ClickHouse, whose name is the `target`: the steps its schema has taken, the progress of the copies of
 * each project's persons, merges and groups (`taken_at` once they are complete), and the progress of the move of a
 * project's events. The place of a move is a time in whole microseconds since 1970 and a uuid; `agreed_at` is the time
 * at which ClickHouse was last found to have every event.
 */
const clickHouse = [
  `CREATE TABLE clickhouse_migrations (
    target ${text} NOT NULL,
    name ${text} NOT NULL,
    taken_at ${instant} NOT NULL,
    PRIMARY KEY (target, name)
  )`,
  `CREATE TABLE clickhouse_snapshots (
    target ${text} NOT NULL,
    project_id int4 NOT NULL,
    position int8 NOT NULL,
    topic ${text} NOT NULL,
    after_key ${text},
    taken_at ${instant},
    PRIMARY KEY (target, project_id)
  )`,
  `CREATE TABLE event_moves (
    target ${text} NOT NULL,
    project_id int4 NOT NULL,
    begun_at ${instant} NOT NULL,
    after_timestamp int8,
    after_uuid uuid,
    moved int8 NOT NULL,
    agreed_at ${instant},
    PRIMARY KEY (target, project_id),
    CHECK ((after_timestamp IS NULL) = (after_uuid IS NULL))
  )`
]

/** The installation as a whole, and its ClickHouse. */
export const installation: ReadonlyArray<string> = [...identity, ...clickHouse]
