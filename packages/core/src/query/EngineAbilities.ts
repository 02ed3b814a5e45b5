import { Context } from "effect"

/** What an engine has of the dialect. */
export interface Abilities {
  /** What users know the engine by. */
  readonly engine: string
  /** Functions that it does not have, by their names in the catalogue: a query that calls one is refused by name. */
  readonly lacks: ReadonlySet<string>
  /** Of several matches of a pattern it takes the longest, not the one that is tried first. */
  readonly takesLongestMatch?: true
}

/** An engine that has everything. */
export const everything = (engine: string): Abilities => ({ engine, lacks: new Set() })

/** What the engine of queries has; engines provide it with themselves. */
export class EngineAbilities extends Context.Reference<Abilities>(
  "@hedgerow/core/query/EngineAbilities",
  { defaultValue: () => everything("this engine") }
) {}
