import { channelType, domainType } from "./ChannelType.ts"

/** Fields of a session that are computed from its columns, in SQL over those at `path`. */
export const computedSessionFields: ReadonlyMap<string, (path: string) => string> = new Map([
  ["$channel_type", (path: string) => {
    const entry = (name: string): string => `${path === "" ? "" : `${path}.`}$entry_${name}`
    const type = channelType({
      campaign: entry("utm_campaign"),
      medium: entry("utm_medium"),
      source: entry("utm_source"),
      referringDomain: entry("referring_domain"),
      gclid: entry("gclid"),
      gadSource: entry("gad_source"),
      fbclid: entry("fbclid")
    })
    return path === "" ? type : `if(${path}.session_id IS NULL, NULL, ${type})`
  }]
])

/** Fields of a person that are computed from the properties of the first event, in SQL over the properties at `path`. */
export const computedPersonFields: ReadonlyMap<string, (path: string) => string> = new Map([
  ["$virt_initial_channel_type", (path: string) => {
    const initial = (name: string): string => `nullIf(${path}.$initial_${name}, '')`
    return channelType({
      campaign: initial("utm_campaign"),
      medium: initial("utm_medium"),
      source: initial("utm_source"),
      referringDomain: initial("referring_domain"),
      gclid: initial("gclid"),
      gadSource: initial("gad_source"),
      fbclid: initial("fbclid")
    })
  }],
  [
    "$virt_initial_referring_domain_type",
    (path: string) => domainType(`nullIf(${path}.$initial_referring_domain, '')`)
  ]
])
