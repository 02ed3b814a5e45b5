import { isJsonRecord, type JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { idOf, type RecordKind, textOf } from "./RecordKinds.ts"
import { type NamedKind, type Resolve, withReferences } from "./References.ts"

/** The record's name, or what stands for it. */
export const nameOf = (record: JsonRecord): string =>
  textOf(record["key"]) || textOf(record["name"]) || textOf(record["derived_name"]) ||
  `(without a name, ${String(record["id"])})`

/** The dashboards that show an insight, whichever way the list says it. */
const dashboardsOf = (record: JsonRecord): JsonRecord => {
  const tiles = Array.isArray(record["dashboard_tiles"]) ? record["dashboard_tiles"].filter(isJsonRecord) : []
  const shown = tiles.filter(({ deleted }) => deleted !== true).map(({ dashboard_id }) => dashboard_id)
  return shown.length > 0 || !Array.isArray(record["dashboards"]) ? { ...record, dashboards: shown } : record
}

/** The fields that the table reads, where the source has them in other places. */
export const prepared = (kind: RecordKind, record: JsonRecord): JsonRecord => {
  if (kind.name === "insights") return dashboardsOf(record)
  if (kind.name === "experiments") {
    return { ...record, holdout_id: record["holdout_id"] ?? idOf(record["holdout"]) }
  }
  if (kind.name === "flags") {
    return { ...record, evaluation_tags: record["evaluation_tags"] ?? record["evaluation_contexts"] }
  }
  if (kind.name === "surveys") {
    return { ...record, linked_flag_id: record["linked_flag_id"] ?? idOf(record["linked_flag"]) }
  }
  return record
}

const idsIn = (value: unknown): ReadonlyArray<string> =>
  (Array.isArray(value) ? value : [value]).flatMap((id: unknown) =>
    typeof id === "number" || typeof id === "string" ? [String(id)] : []
  )

/** The references of a record that its target may lack. */
const optionalReferences = (kind: RecordKind, record: JsonRecord, isKnown: IsKnown, resolve: Resolve): JsonRecord =>
  Object.fromEntries((kind.references ?? []).flatMap(({ field, isRequired, kind: named }) => {
    const value = record[field]
    const ids = idsIn(value).filter((id) => isRequired || isKnown(named, id)).map((id) => resolve(named, id))
    if (ids.length === 0) return []
    return [[field, Array.isArray(value) ? ids : ids[0]]]
  }))

/** Whether a record has an id at the target. */
export type IsKnown = (kind: NamedKind, id: string) => boolean

/** The body of a record for the target. */
export const bodyOf = (kind: RecordKind, record: JsonRecord, isKnown: IsKnown, resolve: Resolve): JsonRecord => ({
  ...Object.fromEntries(
    kind.fields.filter((field) => record[field] !== null && record[field] !== undefined)
      .map((field) => [field, withReferences(record[field], resolve)])
  ),
  ...optionalReferences(kind, record, isKnown, resolve),
  ...kind.more?.(record, resolve)
})
