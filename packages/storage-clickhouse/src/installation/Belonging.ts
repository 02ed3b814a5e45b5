/** The facts in PostgreSQL about its installation. */
export interface Known {
  readonly id: string
  /** Whether the installation's id has been written into a ClickHouse. */
  readonly isBound: boolean
}

/** The installation that is found in a ClickHouse. */
export interface Found {
  /** The id of the installation that it belongs to, if one has been written. */
  readonly id: string | undefined
  readonly hasRows: boolean
}

/**
 * Whether both belong together: `bound` when both have one id; `bind` when the id is still to be written into ClickHouse;
 * `gone` when PostgreSQL has its events in another one; `foreign` when ClickHouse has events of somebody else.
 */
export type Verdict = "bind" | "bound" | "foreign" | "gone"

/** Decides whether a ClickHouse is the one of the installation. */
export const judge = (known: Known, found: Found): Verdict => {
  if (found.id === known.id) return known.isBound ? "bound" : "bind"
  if (known.isBound) return found.id === undefined ? "gone" : "foreign"
  return found.id !== undefined || found.hasRows ? "foreign" : "bind"
}
