import { baseOf } from "@hedgerow/core/shared/PublicUrl"
import * as Option from "effect/Option"

/** The address that clients are told: the one that the operator set, else this one. */
export const siteOf = (publicUrl: Option.Option<URL>, otherwise: string): string =>
  Option.match(publicUrl, { onNone: () => otherwise, onSome: baseOf })

const wildcards: ReadonlySet<string> = new Set(["0.0.0.0", "::", "[::]"])

/** The address of a server on this computer, by its settings. */
export const localSite = (host: string, port: number): string => {
  if (wildcards.has(host)) return `http://localhost:${port}`
  return `http://${host.includes(":") && !host.startsWith("[") ? `[${host}]` : host}:${port}`
}
