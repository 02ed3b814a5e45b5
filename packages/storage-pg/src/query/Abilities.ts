import { nativeNames } from "@hedgerow/core/query/sql/catalogue/Tiers"
import type { Abilities } from "@hedgerow/core/query/sql/resolve/Abilities"

/** The part of the dialect that this engine has: all functions but those of ClickHouse. */
export const abilities: Abilities = { engine: "PostgreSQL", lacks: nativeNames, takesLongestMatch: true }
