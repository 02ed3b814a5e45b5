import { type Abilities, everything } from "@hedgerow/sql/planning/Abilities"
import { Context } from "effect"

/** The abilities of the engine of queries; engines provide them with themselves. */
export class EngineAbilities extends Context.Reference<Abilities>(
  "@hedgerow/core/query/EngineAbilities",
  { defaultValue: () => everything("this engine") }
) {}
