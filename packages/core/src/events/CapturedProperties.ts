import { canonicalJson } from "@hedgerow/sql/types/CanonicalJson"
import { type JsonRecord, recordOf } from "../shared/JsonRecord.ts"
import {
  appendMember,
  type MemberSlice,
  memberText,
  objectMembers,
  overlayObjects,
  setMember
} from "../shared/JsonSlices.ts"

/** Properties as text, byte for byte as sent but for what the capture rules add, and as values. */
export interface CapturedProperties {
  readonly text: string
  readonly values: JsonRecord
}

/** Members are added to the very object that was parsed: it may be large, and nothing else holds it. */
interface OwnProperties extends CapturedProperties {
  readonly values: Record<string, unknown>
}

/** The names that `$unset` lists: an array's strings, or an object's keys. */
export const unsetNames = (value: unknown): ReadonlyArray<string> =>
  Array.isArray(value)
    ? value.filter((name: unknown) => typeof name === "string")
    : Object.keys(recordOf(value) ?? {})

const place = (
  properties: OwnProperties,
  key: "$ip" | "$set" | "$set_once" | "$unset",
  text: string,
  value: unknown
): OwnProperties => {
  const isThere = Object.hasOwn(properties.values, key)
  properties.values[key] = value
  const edit = isThere ? setMember : appendMember
  return { text: edit(properties.text, key, text), values: properties.values }
}

/** Moves a top-level `$set` or `$set_once` in; where both places name a property, the top level wins. */
const moveObject =
  (key: "$set" | "$set_once", value: unknown, text: string | undefined) => (properties: OwnProperties) => {
    const above = recordOf(value)
    if (above === undefined || text === undefined) return properties
    const under = recordOf(properties.values[key])
    const underText = under === undefined ? undefined : memberText(properties.text, objectMembers(properties.text), key)
    return underText === undefined
      ? place(properties, key, text, above)
      : place(properties, key, overlayObjects(underText, text), { ...under, ...above })
  }

const moveUnset = (value: unknown) => (properties: OwnProperties) => {
  const above = unsetNames(value)
  if (above.length === 0) return properties
  const names = [...new Set([...unsetNames(properties.values["$unset"]), ...above])]
  return place(properties, "$unset", canonicalJson(names), names)
}

const addAddress = (ip: string | undefined) => (properties: OwnProperties) =>
  ip === undefined || Object.hasOwn(properties.values, "$ip") || properties.values["$geoip_disable"] === true
    ? properties
    : place(properties, "$ip", JSON.stringify(ip), ip)

/**
 * The event's properties after the capture rules: top-level `$set`, `$set_once` and `$unset` are moved in, and `$ip` is
 * where the request came from unless it is given or refused. Undefined when `properties` is no object.
 */
export const capturedProperties = (
  event: JsonRecord,
  text: string,
  members: ReadonlyArray<MemberSlice>,
  ip: string | undefined
): CapturedProperties | undefined => {
  const sent = event["properties"]
  const isAbsent = sent === undefined || sent === null || (Array.isArray(sent) && sent.length === 0)
  const values: Record<string, unknown> | undefined = isAbsent ? {} : recordOf(sent)
  if (values === undefined) return undefined
  const base = { text: isAbsent ? "{}" : memberText(text, members, "properties") ?? "{}", values }
  const withSet = moveObject("$set", event["$set"], memberText(text, members, "$set"))(base)
  const withOnce = moveObject("$set_once", event["$set_once"], memberText(text, members, "$set_once"))(withSet)
  return addAddress(ip)(moveUnset(event["$unset"])(withOnce))
}
