import { GeoIp, type LocateAddress } from "@hedgerow/core/flags/serving/GeoIp"
import { geoIpProperties } from "@hedgerow/core/flags/serving/GeoIpRecord"
import { recordOf } from "@hedgerow/core/shared/JsonRecord"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { Reader } from "mmdb-lib"
import { isIP } from "node:net"
import type { ServerConfig } from "../config/ServerConfig.ts"

/** The file at `HEDGEROW_GEOIP_DATABASE` cannot be read as a MaxMind DB. */
export class GeoIpDatabaseUnusable extends Schema.TaggedError<GeoIpDatabaseUnusable>()("GeoIpDatabaseUnusable", {
  path: Schema.String,
  reason: Schema.String
}) {
  override get message(): string {
    return `HEDGEROW_GEOIP_DATABASE: ${this.path} cannot be used: ${this.reason}`
  }
}

/** IPv4 as IPv6 writes it (`::ffff:192.0.2.1`), which not every file knows under both names. */
const plainAddress = (address: string): string => /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address

/** Places by a MaxMind DB file, which stays in memory. A text that is no address has no place. */
export const locateBy = (file: Uint8Array): LocateAddress => {
  const reader = new Reader(Buffer.from(file.buffer, file.byteOffset, file.byteLength))
  return (address) => {
    if (isIP(address) === 0) return undefined
    const found = recordOf(reader.get(plainAddress(address)))
    return found === undefined ? undefined : geoIpProperties(found)
  }
}

const open = Effect.fnUntraced(function*(path: string) {
  const fs = yield* FileSystem.FileSystem
  const unusable = (reason: string) => new GeoIpDatabaseUnusable({ path, reason })
  const file = yield* Effect.mapError(fs.readFile(path), ({ message }) => unusable(message))
  return yield* Effect.try({
    try: () => locateBy(file),
    catch: () => unusable("it is no MaxMind DB file (.mmdb)")
  })
})

/** Places of addresses, when the configuration names a file that knows them. */
export const layer = ({ geoIpDatabase }: ServerConfig) =>
  Option.match(geoIpDatabase, {
    onNone: () => Layer.empty,
    onSome: (path) => Layer.effect(GeoIp, open(path))
  })
