import type { QueryKind } from "../QueryKind.ts"
import { dropOtherCustomizations } from "./AssignedCustomizations.ts"
import { mergeComparedPeriods } from "./ComparedPeriods.ts"
import { nameFunnelKinds, nameSeriesKinds } from "./EntityKinds.ts"
import { customizeHiddenLegends } from "./HiddenLegends.ts"
import type { Migration } from "./Migration.ts"
import { nameRawQueries } from "./RawQueries.ts"
import { nameRetentionMeans } from "./RetentionMeans.ts"

/** The migrations of nodes of one kind to the last version. */
export interface Chain {
  /** From version 1 to 2, from 2 to 3, …; the last version is one more than there are. */
  readonly versions: ReadonlyArray<Migration>
  /** A migration of nodes of every version. */
  readonly always?: Migration
}

export type Chains = ReadonlyMap<string, Chain>

const unchanged: Migration = (node) => node

/** The kinds of the reference whose nodes have versions, also those that cannot be run. */
const known: ReadonlyArray<readonly [kind: string, chain: Chain]> = [
  ["RetentionQuery", { versions: [nameRetentionMeans] }],
  [
    "TrendsQuery",
    { versions: [customizeHiddenLegends, mergeComparedPeriods, nameSeriesKinds, dropOtherCustomizations] }
  ],
  ["StickinessQuery", { versions: [unchanged, mergeComparedPeriods, nameSeriesKinds, dropOtherCustomizations] }],
  ["LifecycleQuery", { versions: [nameSeriesKinds] }],
  ["CalendarHeatmapQuery", { versions: [nameSeriesKinds] }],
  ["FunnelsQuery", { versions: [nameFunnelKinds] }],
  ["HogQLQuery", { versions: [], always: nameRawQueries }],
  ["ServiceSqlQuery", { versions: [], always: nameRawQueries }]
]

/** A row of the registry, as far as its versions go. */
export type VersionedKind = Pick<QueryKind<never, never>, "kind" | "aliases" | "upgrades">

/** The chain of each kind: those of the reference, and those of rows of the registry that have upgrades of their own. */
export const chainsWith = (kinds: ReadonlyArray<VersionedKind>): Chains =>
  new Map([
    ...known,
    ...kinds.filter(({ upgrades }) => upgrades.length > 0).flatMap(({ aliases, kind, upgrades }) =>
      [kind, ...aliases].map((name) => [name, { versions: upgrades }] as const)
    )
  ])
