import { type Abilities, everything } from "@hedgerow/core/query/EngineAbilities"

/** What this engine has of the dialect: all functions. */
export const abilities: Abilities = everything("ClickHouse")
