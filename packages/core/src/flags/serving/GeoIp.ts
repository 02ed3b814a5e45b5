import { Context } from "effect"
import type { JsonRecord } from "../../shared/JsonRecord.ts"

/** The `$geoip_*` properties of the place of a network address; undefined when it is unknown. It answers from memory. */
export type LocateAddress = (address: string) => JsonRecord | undefined

/** Knows where network addresses are. Without a database of places nothing is known. */
export class GeoIp extends Context.Reference<LocateAddress>(
  "@hedgerow/core/flags/serving/GeoIp",
  { defaultValue: () => () => undefined }
) {}
