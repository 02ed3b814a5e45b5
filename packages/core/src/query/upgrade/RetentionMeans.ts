import { isJsonRecord } from "../../shared/JsonRecord.ts"
import { type Migration, without } from "./Migration.ts"

/** `showMean` becomes `meanRetentionCalculation`, which wins where both are given. */
export const nameRetentionMeans: Migration = (node) => {
  const filter = node["retentionFilter"]
  if (!isJsonRecord(filter) || !("showMean" in filter)) return node
  const rest = without(filter, "showMean")
  const retentionFilter = "meanRetentionCalculation" in filter
    ? rest
    : { ...rest, meanRetentionCalculation: filter["showMean"] ? "simple" : "none" }
  return { ...node, retentionFilter }
}
