/** Each text is hashed with the hash so far as its seed: where one ends and the next begins cannot be mistaken. */
const hashOf = (texts: ReadonlyArray<string>): string =>
  texts.reduce((seed, text) => `hashtextextended(${text}, ${seed})`, "0")

/** Values without spaces, as one text. */
const listed = (values: ReadonlyArray<string>): string =>
  values.map((value) => `coalesce((${value})::text, 'null')`).join(" || ' ' || ")

/** A time as text; its own text depends on settings of the session. */
export const timeOf = (column: string): string => `extract(epoch FROM ${column} - timestamptz '1970-01-01 00:00:00+00')`

/** A list as its hash, for the same reason. */
export const listOf = (column: string): string => `hash_array_extended(${column}, 0)`

/**
 * The column of the hash that changes with the contents of a row, kept by the table itself: no writer of a row can
 * forget it, a later release and an operator's own SQL included (ADR 0016). `values` hold no spaces.
 */
export const contentHash = (values: ReadonlyArray<string>, texts: ReadonlyArray<string>): string =>
  `content_hash int8 GENERATED ALWAYS AS (${hashOf([listed(values), ...texts])}) STORED`

/** The index by which the hashes of a project's rows are read. */
export const contentIndex = (table: string): string =>
  `CREATE INDEX ${table}_content ON ${table} (project_id, id) INCLUDE (content_hash) WHERE NOT deleted`
