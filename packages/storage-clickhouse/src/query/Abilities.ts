import { type Abilities, everything } from "@hedgerow/sql/planning/Abilities"

/** The part of the dialect that this engine has: all functions. */
export const abilities: Abilities = everything("ClickHouse")
