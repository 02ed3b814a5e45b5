import * as Config from "effect/Config"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

const HostList = Schema.String.check(
  Schema.isPattern(
    /^(?:\*|(?:\*\.)?[\w-]+(?:\.[\w-]+)*|\[[\da-f:.]+\])(?:,(?:(?:\*\.)?[\w-]+(?:\.[\w-]+)*|\[[\da-f:.]+\]))*$/i,
    {
      message: "must be names without ports, like api.example.com,*.example.org,[::1], or * for any"
    }
  )
)

/** The names that `ALLOWED_HOSTS` adds. */
export const allowedHosts: Config.Config<Option.Option<ReadonlyArray<string>>> = Config.schema(
  HostList,
  "ALLOWED_HOSTS"
).pipe(Config.map((text): ReadonlyArray<string> => text.toLowerCase().split(",")), Config.option)

/** Whether only this computer reaches an address. */
export const isLoopback = (host: string): boolean => host === "localhost" || host === "::1" || host.startsWith("127.")

/** The settings that decide the allowed host names. */
export interface HostSettings {
  readonly host: string
  readonly publicUrl: Option.Option<URL>
  readonly trustProxy: boolean
  readonly allowedHosts: Option.Option<ReadonlyArray<string>>
}

/** The name in a `Host` header, as names are compared: without its port and a dot at its end, in small letters. */
export const nameOf = (host: string): string => host.trim().toLowerCase().replace(/:\d*$/, "").replace(/\.$/, "")

const isOwnName = (name: string): boolean =>
  name === "localhost" || name.endsWith(".localhost") || name === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(name)

const bracketed = (host: string): string => host.includes(":") && !host.startsWith("[") ? `[${host}]` : host

const anyHost = () => true

/**
 * Whether the server answers a request for this `Host`. A server that only this computer reaches is not asked by another
 * name: that name would be a stranger's whose page sits in a browser here (DNS rebinding). Any name passes where the
 * server listens for others too, or a trusted proxy stands before it, unless names are listed.
 */
export const hostRule = (settings: HostSettings): (host: string) => boolean => {
  const listed = Option.getOrElse(settings.allowedHosts, (): ReadonlyArray<string> => [])
  const isOpen = Option.isNone(settings.allowedHosts) && (settings.trustProxy || !isLoopback(settings.host))
  if (isOpen || listed.includes("*")) return anyHost
  const publicNames = Option.match(settings.publicUrl, { onNone: () => [], onSome: ({ hostname }) => [hostname] })
  const names = new Set([nameOf(bracketed(settings.host)), ...publicNames, ...listed])
  const endings = listed.filter((name) => name.startsWith("*.")).map((name) => name.slice(1))
  return (host) => {
    const name = nameOf(host)
    return isOwnName(name) || names.has(name) || endings.some((ending) => name.endsWith(ending))
  }
}
