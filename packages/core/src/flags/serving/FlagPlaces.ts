import type { JsonRecord } from "../../shared/JsonRecord.ts"
import type { FlagSubject } from "./FlagSubject.ts"
import type { LocateAddress } from "./GeoIp.ts"

const placeProperty = /^\$(?:initial_)?geoip_/

/** Sets of names that are asked again and again are looked through once. */
const known = new WeakMap<ReadonlySet<string>, boolean>()

const asksForPlace = (names: ReadonlySet<string>): boolean => {
  const found = known.get(names)
  if (found !== undefined) return found
  let asks = false
  for (const name of names) asks ||= placeProperty.test(name)
  known.set(names, asks)
  return asks
}

const nothing: JsonRecord = {}

/**
 * The properties of a person in a request: its own ones over those of the place it comes from, which is looked up only when
 * one of the names that flags ask for is of a place.
 */
export const reportedProperties = (
  { address, personProperties = nothing }: FlagSubject,
  names: ReadonlySet<string>,
  locate: LocateAddress
): JsonRecord => {
  if (address === undefined || !asksForPlace(names)) return personProperties
  const place = locate(address)
  return place === undefined ? personProperties : { ...place, ...personProperties }
}
