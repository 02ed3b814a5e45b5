import type { JsonRecord } from "../../shared/JsonRecord.ts"
import type { FlagSubject } from "./FlagSubject.ts"
import type { LocateAddress } from "./GeoIp.ts"

const geoIpProperty = /^\$(?:initial_)?geoip_/

/** Sets of names that are asked again and again are looked through once. */
const known = new WeakMap<ReadonlySet<string>, boolean>()

const asksForLocation = (names: ReadonlySet<string>): boolean => {
  const found = known.get(names)
  if (found !== undefined) return found
  let asks = false
  for (const name of names) asks ||= geoIpProperty.test(name)
  known.set(names, asks)
  return asks
}

const nothing: JsonRecord = {}

/**
 * The properties of a person in a request: its own ones over those of the location it comes from, which is looked up only when
 * one of the names that flags ask for is of a location.
 */
export const reportedProperties = (
  { address, personProperties = nothing }: FlagSubject,
  names: ReadonlySet<string>,
  locate: LocateAddress
): JsonRecord => {
  if (address === undefined || !asksForLocation(names)) return personProperties
  const location = locate(address)
  return location === undefined ? personProperties : { ...location, ...personProperties }
}
