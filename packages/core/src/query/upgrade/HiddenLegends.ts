import { isJsonRecord, type JsonRecord, recordOf, recordOrEmpty } from "../../shared/JsonRecord.ts"
import { type Migration, without } from "./Migration.ts"

/** Whether the filter shows results by value, where an index means nothing. */
const isByValue = (filter: JsonRecord): boolean => {
  const by = filter["resultCustomizationBy"]
  const isAssigned = Object.values(recordOrEmpty(filter["resultCustomizations"]))
    .some((one) => recordOf(one)?.["assignmentBy"] === "value")
  return isAssigned && (by === "value" || by === undefined || by === null || by === "")
}

const isIndex = (value: unknown): value is number | string => typeof value === "number" || typeof value === "string"

/** The customizations with those at the indexes hidden. */
const hiding = (customizations: JsonRecord, indexes: ReadonlyArray<unknown>): JsonRecord => {
  const all = new Map(Object.entries(customizations))
  for (const index of indexes.filter(isIndex)) {
    all.set(String(index), { ...recordOf(all.get(String(index))) ?? { assignmentBy: "position" }, hidden: true })
  }
  return Object.fromEntries(all)
}

/** `hiddenLegendIndexes` of trends become customizations by position; where those are by value, they are dropped. */
export const customizeHiddenLegends: Migration = (node) => {
  const filter = node["trendsFilter"]
  if (!isJsonRecord(filter) || !("hiddenLegendIndexes" in filter)) return node
  const hidden = filter["hiddenLegendIndexes"]
  const rest = without(filter, "hiddenLegendIndexes")
  if (!Array.isArray(hidden) || hidden.length === 0 || isByValue(filter)) return { ...node, trendsFilter: rest }
  const resultCustomizations = hiding(recordOrEmpty(filter["resultCustomizations"]), hidden)
  return { ...node, trendsFilter: { ...rest, resultCustomizationBy: "position", resultCustomizations } }
}
