import type { HotKey } from "../schema/HotKeys.ts"

/** The number of queries that read a key from the cells, and of the rows they read. */
export interface KeyUse {
  readonly key: string
  readonly queries: number
  readonly rowsRead: number
}

/** The findings of a sample of events about a key. */
export interface KeySample {
  readonly key: string
  /** The number of the sampled events that have it. */
  readonly present: number
  /** With this number of different values. */
  readonly distinct: number
}

/** The rule by which a key gets a column of its own. */
export interface HotKeyRule {
  /** The days for which uses count, and of whose events the sample is. */
  readonly days: number
  /** The least number of queries that have read it. */
  readonly leastQueries: number
  /** The least share of the sampled events that have it. */
  readonly leastShare: number
  /** About the number of sampled events. */
  readonly sampled: number
  /** The most values in the sample for which the column is a dictionary. */
  readonly mostFewValues: number
  /** The most keys that have columns, those that everybody starts with included. */
  readonly mostColumns: number
  /** The most keys that get one in one run: each makes the engine rewrite what is stored. */
  readonly mostAtOnce: number
}

export const defaultHotKeyRule: HotKeyRule = {
  days: 7,
  leastQueries: 50,
  leastShare: 0.2,
  sampled: 100_000,
  mostFewValues: 1_000,
  mostColumns: 16,
  mostAtOnce: 2
}

/** The most keys that a sample reads. */
const mostCandidates = 10

/** The keys to look at in a sample, those that cost the most first. None when all columns are taken. */
export const candidates = (
  uses: ReadonlyArray<KeyUse>,
  hot: ReadonlySet<string>,
  rule: HotKeyRule
): ReadonlyArray<string> =>
  hot.size >= rule.mostColumns ? [] : uses
    .filter(({ key, queries }) => queries >= rule.leastQueries && !hot.has(key))
    .toSorted((a, b) => b.rowsRead - a.rowsRead || b.queries - a.queries || (a.key < b.key ? -1 : 1))
    .slice(0, mostCandidates)
    .map(({ key }) => key)

/** The keys that get a column: of the candidates, in their order, those that enough of the sampled events have. */
export const chosen = (
  samples: ReadonlyArray<KeySample>,
  events: number,
  hot: ReadonlySet<string>,
  rule: HotKeyRule
): ReadonlyArray<HotKey> =>
  samples
    .filter(({ present }) => present > 0 && present >= events * rule.leastShare)
    .slice(0, Math.max(0, Math.min(rule.mostAtOnce, rule.mostColumns - hot.size)))
    .map(({ distinct, key }) => ({ key, fewValues: distinct <= rule.mostFewValues }))
