import { type Composition, strictly } from "@hedgerow/sql/catalogue/Composition"
import { channelLookups } from "../../sessions/ChannelType.ts"

const lookup = (meaning: string, as: string, example: Composition["example"]): Composition =>
  strictly("text", "String", `${meaning}; NULL of others`, as, example)

/** Sources of visitors, by the same table as `$channel_type`. */
export const channels: Readonly<Record<string, Composition>> = {
  hogql_lookupDomainType: lookup(
    "Search, Social, Video or Shopping of a known domain, $direct of $direct",
    channelLookups.domain,
    ["hogql_lookupDomainType('www.google.com')", "Search"]
  ),
  hogql_lookupPaidSourceType: lookup(
    "the channel of a known source that is paid for",
    channelLookups.paidSource,
    ["hogql_lookupPaidSourceType('google')", "Paid Search"]
  ),
  hogql_lookupPaidMediumType: lookup(
    "the channel of a known medium that is paid for",
    channelLookups.paidMedium,
    ["hogql_lookupPaidMediumType('social')", "Paid Social"]
  ),
  hogql_lookupOrganicSourceType: lookup(
    "the channel of a known source that is not paid for",
    channelLookups.organicSource,
    ["hogql_lookupOrganicSourceType('youtube.com')", "Organic Video"]
  ),
  hogql_lookupOrganicMediumType: lookup(
    "the channel of a known medium that is not paid for",
    channelLookups.organicMedium,
    ["hogql_lookupOrganicMediumType('Newsletter')", "Email"]
  )
}
