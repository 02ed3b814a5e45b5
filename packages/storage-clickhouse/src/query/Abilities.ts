import { type Abilities, everything } from "@hedgerow/core/query/EngineAbilities"

/** The part of the dialect that this engine has: all functions. */
export const abilities: Abilities = everything("ClickHouse")
