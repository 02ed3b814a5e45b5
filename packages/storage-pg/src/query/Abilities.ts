import { nativeNames } from "@hedgerow/sql/catalogue/Tiers"
import type { Abilities } from "@hedgerow/sql/planning/Abilities"

/** The part of the dialect that this engine has: all functions but those of ClickHouse. */
export const abilities: Abilities = { engine: "PostgreSQL", lacks: nativeNames, takesLongestMatch: true }
