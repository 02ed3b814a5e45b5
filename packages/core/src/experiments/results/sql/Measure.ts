import type { Sql } from "../../../filters/SqlFragment.ts"

/** The values that each event gives, and how those of an entity become one number. */
export interface EntityNumber {
  readonly values: ReadonlyArray<Sql>
  /** The number of an entity, given its events' values and which of the events count. */
  readonly aggregate: (values: ReadonlyArray<Sql>, counts: Sql) => Sql
}

/** The measured number of an entity. */
export interface Measure extends EntityNumber {
  /** Holds on the events of the source. */
  readonly condition: Sql
}
