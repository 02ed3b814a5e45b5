import { type IdMap, withCohorts } from "../flags/copying/CopyCohorts.ts"
import { withFlagIds } from "../flags/copying/PortableFlag.ts"
import { positiveInt4 } from "../shared/Int4.ts"
import { isJsonRecord, type JsonRecord } from "../shared/JsonRecord.ts"

/** The kinds of records that surveys and experiments name by id. */
export const namedKinds = ["actions", "cohorts", "flags", "metrics"] as const
type Kind = (typeof namedKinds)[number]

/** The ids that a body names, by the kind of record. */
export type NamedIds = Readonly<Record<Kind, ReadonlySet<number>>>

/** The ids in a target project, by those in the source, for each kind of record. */
export type NamedIdMaps = Readonly<Record<Kind, IdMap>>

/** The lists of records, each with the id of a record of the project: the name of the field, and the kind. */
const listsOf = (name: string, value: unknown): readonly [Kind, unknown] | undefined => {
  if (name === "saved_metrics_ids") return ["metrics", value]
  return name === "actions" && isJsonRecord(value) ? ["actions", value["values"]] : undefined
}

const idsIn = (value: unknown): ReadonlyArray<number> =>
  (Array.isArray(value) ? value : [value]).flatMap((one) => positiveInt4(isJsonRecord(one) ? one["id"] : one) ?? [])

const idsOfRecord = (value: JsonRecord): ReadonlyArray<readonly [Kind, ReadonlyArray<number>]> => {
  if (value["type"] === "cohort") return [["cohorts", idsIn(value["value"])]]
  if (value["type"] === "flag") return [["flags", idsIn(value["key"])]]
  return value["kind"] === "ActionsNode" ? [["actions", idsIn(value["id"])]] : []
}

/** The ids of the records that a body names, anywhere in it. */
export const namedIn = (body: JsonRecord): NamedIds => {
  const found = {
    actions: new Set<number>(),
    cohorts: new Set<number>(),
    flags: new Set<number>(),
    metrics: new Set<number>()
  }
  const add = (kind: Kind, ids: ReadonlyArray<number>) => ids.forEach((id) => found[kind].add(id))
  const look = (value: unknown, name: string): void => {
    if (Array.isArray(value)) return value.forEach((one) => look(one, name))
    const listed = listsOf(name, value)
    if (listed !== undefined) add(listed[0], idsIn(listed[1]))
    if (name === "linked_flag_id") add("flags", idsIn(value))
    if (!isJsonRecord(value)) return
    for (const [kind, ids] of idsOfRecord(value)) add(kind, ids)
    for (const [member, one] of Object.entries(value)) look(one, member)
  }
  look(body, "")
  return found
}

const mapped = (value: unknown, ids: IdMap): unknown => {
  const other = ids.get(positiveInt4(value) ?? 0)
  return other === undefined ? value : other
}

const withIds = (values: unknown, ids: IdMap): unknown =>
  Array.isArray(values)
    ? values.map((value) => isJsonRecord(value) ? { ...value, id: mapped(value["id"], ids) } : value)
    : values

const withOwnNames = (value: unknown, maps: NamedIdMaps, name: string): unknown => {
  if (name === "linked_flag_id") return mapped(value, maps.flags)
  if (name === "saved_metrics_ids") return withIds(value, maps.metrics)
  if (Array.isArray(value)) return value.map((one) => withOwnNames(one, maps, name))
  if (!isJsonRecord(value)) return value
  if (name === "actions" && Array.isArray(value["values"])) {
    return { ...value, values: withIds(value["values"], maps.actions) }
  }
  const members = Object.entries(value).map(([member, one]) => [member, withOwnNames(one, maps, member)])
  const record: JsonRecord = Object.fromEntries(members)
  return record["kind"] === "ActionsNode" ? { ...record, id: mapped(record["id"], maps.actions) } : record
}

/** The body with the records that it names by those of another project. */
export const withNamed = (body: JsonRecord, maps: NamedIdMaps): JsonRecord =>
  withFlagIds(withCohorts(withOwnNames(body, maps, ""), maps.cohorts) as JsonRecord, maps.flags)
