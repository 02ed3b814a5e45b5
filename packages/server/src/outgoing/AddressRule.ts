import ipaddr from "ipaddr.js"

/** The operator's word on the addresses of outgoing requests. */
export interface OutgoingRule {
  /** Whether private addresses, such as those of the own network, may be asked. */
  readonly allowsPrivate: boolean
  /** Whether plain `http` may be used. */
  readonly allowsHttp: boolean
}

/** Whether an address is one of the open internet: an IPv4 address inside an IPv6 one is looked at itself. */
export const isPublicAddress = (text: string): boolean => {
  if (!ipaddr.isValid(text)) return false
  return ipaddr.process(text).range() === "unicast"
}

/** The host of a URL as an address, without the brackets of IPv6; undefined where it is a name. */
const literalOf = ({ hostname }: URL): string | undefined => {
  const text = hostname.replace(/^\[(.*)\]$/, "$1")
  return ipaddr.isValid(text) ? text : undefined
}

/** Said of an address that is not of the open internet. */
export const privateAddress = (host: string): string =>
  `${host} is a private address; HEDGEROW_OUTGOING_PRIVATE=true allows them.`

const isLocalName = (hostname: string): boolean => /(?:^|\.)localhost\.?$/i.test(hostname)

/** The reason for which a URL is refused before its name is looked up; undefined where it may be asked. */
export const refusalOf = (text: string, { allowsHttp, allowsPrivate }: OutgoingRule): string | undefined => {
  if (!URL.canParse(text)) return "This is not the URL of a server."
  const url = new URL(text)
  if (url.protocol !== "https:" && !(url.protocol === "http:" && allowsHttp)) {
    return url.protocol === "http:"
      ? "Only https is asked; HEDGEROW_OUTGOING_HTTP=true allows http."
      : "Only https is asked."
  }
  if (url.username !== "" || url.password !== "") return "A URL with a user name or a password is not asked."
  if (allowsPrivate) return undefined
  const literal = literalOf(url)
  const isPrivate = literal === undefined ? isLocalName(url.hostname) : !isPublicAddress(literal)
  return isPrivate ? privateAddress(url.hostname) : undefined
}
