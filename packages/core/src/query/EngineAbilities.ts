import { Context } from "effect"
import { type Abilities, everything } from "./sql/resolve/Abilities.ts"

/** The abilities of the engine of queries; engines provide them with themselves. */
export class EngineAbilities extends Context.Reference<Abilities>(
  "@hedgerow/core/query/EngineAbilities",
  { defaultValue: () => everything("this engine") }
) {}
