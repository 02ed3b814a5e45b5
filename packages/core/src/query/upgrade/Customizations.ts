import { isJsonRecord, type JsonRecord, recordOf } from "../../shared/JsonRecord.ts"
import type { Migration } from "./Migration.ts"

/** The names of the filters that change the display of results, by kind. */
const filterNames: ReadonlyMap<unknown, string> = new Map([
  ["TrendsQuery", "trendsFilter"],
  ["StickinessQuery", "stickinessFilter"]
])

/** The display of single results of a node, in its filter. */
interface Shown {
  readonly node: JsonRecord
  readonly filter: JsonRecord
  readonly customizations: JsonRecord
}

/** Rewrites the entries of `resultCustomizations`, where the node has any; undefined leaves them as they are. */
export const rewriteCustomizations = (
  rewrite: (shown: Shown) => Iterable<readonly [string, unknown]> | undefined
): Migration =>
(node) => {
  const name = filterNames.get(node["kind"])
  const filter = name === undefined ? undefined : recordOf(node[name])
  const customizations = filter?.["resultCustomizations"]
  if (name === undefined || filter === undefined || !isJsonRecord(customizations)) return node
  const rewritten = rewrite({ node, filter, customizations })
  return rewritten === undefined
    ? node
    : { ...node, [name]: { ...filter, resultCustomizations: Object.fromEntries(rewritten) } }
}
