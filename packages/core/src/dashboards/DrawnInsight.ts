import { presentations } from "../query/QueryKindNames.ts"
import { isJsonRecord, type JsonRecord, recordOrEmpty } from "../shared/JsonRecord.ts"
import type { Insight } from "./Insight.ts"

/** The node that asks, below those that only present its result, with the settings of its chart. */
export const drawnNode = (query: unknown): JsonRecord => {
  const outer = recordOrEmpty(query)
  let node = outer
  while (presentations.has(String(node["kind"])) && isJsonRecord(node["source"])) node = node["source"]
  return { ...node, chartSettings: recordOrEmpty(outer["chartSettings"]) }
}

/** The name of an insight, or what its query asks where it has none. */
export const titleOf = ({ derived_name, name }: Pick<Insight, "derived_name" | "name">): string =>
  name === "" ? derived_name ?? "" : name
