import type { QueryKind } from "./QueryKind.ts"

/** The columns of a kind with one name and one version, read by any key that may query, within the limits of every query. */
export const plainKind = {
  aliases: [],
  scopes: ["query:read"],
  rate: "query",
  limits: (every) => every,
  upgrades: []
} satisfies Pick<QueryKind<never, never>, "aliases" | "limits" | "rate" | "scopes" | "upgrades">
