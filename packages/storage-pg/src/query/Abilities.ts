import type { Abilities } from "@hedgerow/core/query/EngineAbilities"
import { nativeNames } from "@hedgerow/core/query/sql/catalogue/Tiers"

/** The part of the dialect that this engine has: all functions but those of ClickHouse. */
export const abilities: Abilities = { engine: "PostgreSQL", lacks: nativeNames, takesLongestMatch: true }
