/** The kinds of insights, by the words of the wire. */
import { presentations } from "../query/QueryKindNames.ts"
import { isJsonRecord } from "../shared/JsonRecord.ts"

const sql = "ServiceSqlQuery"

/** The kind of the query whose result an insight shows. */
const kinds = {
  TRENDS: "TrendsQuery",
  FUNNELS: "FunnelsQuery",
  RETENTION: "RetentionQuery",
  PATHS: "PathsQuery",
  STICKINESS: "StickinessQuery",
  LIFECYCLE: "LifecycleQuery",
  SQL: sql
} as const

/** The kinds that lists of insights can be narrowed to; `JSON` is every other query. */
export const insightKinds = [...Object.keys(kinds) as ReadonlyArray<keyof typeof kinds>, "JSON"] as const
export type InsightKind = (typeof insightKinds)[number]

/** The kinds of queries of the insights that have words of their own. */
export const wordedKinds: ReadonlyArray<string> = Object.values(kinds)

/** The kind of queries that a word stands for. */
export const kindNamed = (word: Exclude<InsightKind, "JSON">): string => kinds[word]

/** The kind of a stored query: of one that only presents a result that of its source; null where there is no query. */
export const queryKindOf = (query: unknown): string | null => {
  let node = query
  for (let depth = 0; depth < 10 && isJsonRecord(node); depth++) {
    const { kind, source } = node
    if (typeof kind !== "string") return null
    if (!presentations.has(kind) || !isJsonRecord(source)) return kind === "HogQLQuery" ? sql : kind
    node = source
  }
  return null
}
