import { isJsonRecord } from "../../shared/JsonRecord.ts"
import type { Migration } from "./Migration.ts"

/** An entity with the kind that its fields show, unless it names one. `tableKind` is that of tables, where one may stand. */
const withKind = (tableKind: string | undefined) => (entity: unknown): unknown => {
  if (!isJsonRecord(entity) || "kind" in entity) return entity
  if (tableKind !== undefined && "table_name" in entity) return { ...entity, kind: tableKind }
  return { ...entity, kind: "id" in entity && !("event" in entity) ? "ActionsNode" : "EventsNode" }
}

/** Series name the kinds of their entities. */
export const nameSeriesKinds: Migration = (node) => nameSeries(node, "DataWarehouseNode")

const nameSeries = (node: Parameters<Migration>[0], tableKind: string) => {
  const series = node["series"]
  return Array.isArray(series) ? { ...node, series: series.map(withKind(tableKind)) } : node
}

/** As `nameSeriesKinds` for funnels, and what they exclude names its kind too. */
export const nameFunnelKinds: Migration = (node) => {
  const named = nameSeries(node, "FunnelsDataWarehouseNode")
  const filter = named["funnelsFilter"]
  if (!isJsonRecord(filter) || !Array.isArray(filter["exclusions"])) return named
  return { ...named, funnelsFilter: { ...filter, exclusions: filter["exclusions"].map(withKind(undefined)) } }
}
