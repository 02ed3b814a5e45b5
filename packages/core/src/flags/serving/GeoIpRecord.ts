import { type JsonRecord, recordOrEmpty } from "../../shared/JsonRecord.ts"

const textOf = (value: unknown): string | undefined => typeof value === "string" && value !== "" ? value : undefined

const numberOf = (value: unknown): number | undefined =>
  typeof value === "number" && Number.isFinite(value) ? value : undefined

const nameOf = (record: JsonRecord): string | undefined => textOf(recordOrEmpty(record["names"])["en"])

const countryNames = new Intl.DisplayNames(["en"], { type: "region", fallback: "none" })

/** For databases that have the code alone. */
const countryName = (code: string | undefined): string | undefined =>
  code !== undefined && /^[A-Z]{2}$/.test(code) ? countryNames.of(code) : undefined

const subdivisionProperties = (subdivisions: unknown): JsonRecord => {
  const known = Array.isArray(subdivisions) ? subdivisions.map(recordOrEmpty) : []
  return Object.fromEntries(known.flatMap((subdivision, at) => [
    [`$geoip_subdivision_${at + 1}_code`, textOf(subdivision["iso_code"])] as const,
    [`$geoip_subdivision_${at + 1}_name`, nameOf(subdivision)] as const
  ]))
}

/**
 * The properties of a place in a record of a MaxMind DB file, under the reference service's names. Records are
 * those of MaxMind's City and Country files (English names count), or flat ones with a `country_code`.
 */
export const geoIpProperties = (record: JsonRecord): JsonRecord => {
  const country = recordOrEmpty(record["country"])
  const continent = recordOrEmpty(record["continent"])
  const location = recordOrEmpty(record["location"])
  const code = textOf(country["iso_code"]) ?? textOf(record["country_code"])
  const properties = {
    $geoip_city_name: nameOf(recordOrEmpty(record["city"])),
    $geoip_country_name: nameOf(country) ?? countryName(code),
    $geoip_country_code: code,
    $geoip_continent_name: nameOf(continent),
    $geoip_continent_code: textOf(continent["code"]),
    $geoip_postal_code: textOf(recordOrEmpty(record["postal"])["code"]),
    $geoip_latitude: numberOf(location["latitude"]),
    $geoip_longitude: numberOf(location["longitude"]),
    $geoip_accuracy_radius: numberOf(location["accuracy_radius"]),
    $geoip_time_zone: textOf(location["time_zone"]),
    ...subdivisionProperties(record["subdivisions"])
  }
  return Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== undefined))
}
