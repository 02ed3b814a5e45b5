import { statements } from "./Statements.ts"

const text = `text COLLATE "C"`

/**
 * Records of each ClickHouse, whose name is the `target`: the steps its schema has taken, the progress of the copies of
 * each project's persons, merges and groups (`taken_at` once they are complete), and the progress of the move of a
 * project's events. The place of a move is a time in whole microseconds since 1970 and a uuid; `agreed_at` is the time
 * at which ClickHouse was last found to have every event.
 */
export const createClickHouseRecords = statements([
  `CREATE TABLE clickhouse_migrations (
    target ${text} NOT NULL,
    name ${text} NOT NULL,
    taken_at timestamptz(3) NOT NULL,
    PRIMARY KEY (target, name)
  )`,
  `CREATE TABLE clickhouse_snapshots (
    target ${text} NOT NULL,
    project_id int4 NOT NULL,
    position int8 NOT NULL,
    topic ${text} NOT NULL,
    after_key ${text},
    taken_at timestamptz(3),
    PRIMARY KEY (target, project_id)
  )`,
  `CREATE TABLE event_moves (
    target ${text} NOT NULL,
    project_id int4 NOT NULL,
    begun_at timestamptz(3) NOT NULL,
    after_timestamp int8,
    after_uuid uuid,
    moved int8 NOT NULL,
    agreed_at timestamptz(3),
    PRIMARY KEY (target, project_id),
    CHECK ((after_timestamp IS NULL) = (after_uuid IS NULL))
  )`
])
