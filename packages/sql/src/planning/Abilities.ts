/** The abilities of an engine. */
export interface Abilities {
  /** The name of the engine, for users. */
  readonly engine: string
  /** Functions that it does not have, by their names in the catalogue: a query that calls one is refused by name. */
  readonly lacks: ReadonlySet<string>
  /** Of several matches of a pattern it takes the longest, not the one that is tried first. */
  readonly takesLongestMatch?: true
}

/** An engine that has everything. */
export const everything = (engine: string): Abilities => ({ engine, lacks: new Set() })
