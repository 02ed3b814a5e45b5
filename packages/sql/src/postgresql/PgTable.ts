/** The storage of one column of the plan. */
export interface PgColumn {
  readonly column: string
  /** The jsonb column that properties are read from. */
  readonly json?: string
  /** The stored column is jsonb, so that its text has to be made. */
  readonly document?: true
  /** Stored narrower than the int8 that integers have in queries. */
  readonly narrow?: true
}

/** The storage of a table of the plan. */
export interface PgTable {
  readonly table: string
  /** The column by which a scan reads the rows of its tenant alone; absent where all rows are of one. */
  readonly tenant?: string
  readonly columns: Readonly<Record<string, PgColumn>>
}
