/** The facts in PostgreSQL about its installation and about the ClickHouse that it is asked to use. */
export interface Known {
  readonly id: string
  /** Whether the installation's id has been written into a ClickHouse. */
  readonly isBound: boolean
  /** Whether it has made tables in this very database: it has, since a release that wrote no ids. */
  readonly hasUsedThis: boolean
  readonly hasUsedOthers: boolean
}

/** The installation that is found in a ClickHouse. */
export interface Found {
  /** The id of the installation that it belongs to, if one has been written. */
  readonly id: string | undefined
  readonly hasRows: boolean
}

/**
 * Whether both belong together: `bound` when both have one id; `bind` when the id is still to be written into ClickHouse
 * and `adopt-id` when PostgreSQL is older than the id and must take ClickHouse's; `gone` when PostgreSQL has its events in
 * another one; `foreign` when ClickHouse has events of somebody else.
 */
export type Verdict = "adopt-id" | "bind" | "bound" | "foreign" | "gone"

/** Decides whether a ClickHouse is the one of the installation. */
export const judge = (known: Known, found: Found): Verdict => {
  if (found.id === known.id) return known.isBound ? "bound" : "bind"
  if (known.isBound) return found.id === undefined ? "gone" : "foreign"
  if (known.hasUsedThis) return found.id === undefined ? "bind" : "adopt-id"
  if (found.id !== undefined) return "foreign"
  if (known.hasUsedOthers) return "gone"
  return found.hasRows ? "foreign" : "bind"
}
