import { isJsonRecord, type JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { canonicalJson } from "@hedgerow/sql/types/CanonicalJson"
import type { RecordKind } from "./RecordKinds.ts"

/** Whether everything that was sent is in what is there; the target may have more. */
const contains = (there: unknown, sent: unknown): boolean => {
  if (isJsonRecord(sent)) {
    return isJsonRecord(there) && Object.entries(sent).every(([name, value]) => contains(there[name], value))
  }
  if (Array.isArray(sent)) {
    return Array.isArray(there) && there.length === sent.length
      && sent.every((value: unknown, index) => contains(there[index], value))
  }
  return canonicalJson(there ?? null) === canonicalJson(sent ?? null)
}

const asTime = (value: unknown): unknown => {
  if (typeof value !== "string" || !/^\d{4}-\d\d-\d\dT/.test(value)) return value
  const time = Date.parse(value)
  return Number.isNaN(time) ? value : time
}

/** The fields in which a record that is there differs from the source's. */
export const differing = ({ fields }: RecordKind, there: JsonRecord, body: JsonRecord): ReadonlyArray<string> =>
  fields.filter((field) => body[field] !== undefined && !contains(asTime(there[field]), asTime(body[field])))

/** The note on a record that is there and differs. */
export const differenceOf = (kind: RecordKind, there: JsonRecord, body: JsonRecord): string | undefined => {
  const fields = differing(kind, there, body)
  return fields.length === 0 ? undefined : `differs in ${fields.join(", ")}; left as it is`
}
