/** The origin of a visit: SQL expressions that are texts or NULL. */
export interface Origin {
  readonly campaign: string
  readonly medium: string
  readonly source: string
  readonly referringDomain: string
  readonly gclid: string
  readonly gadSource: string
  readonly fbclid: string
}

interface Network {
  readonly type: "Search" | "Social" | "Video" | "Shopping"
  /** The names of its sites before the last point of a domain. */
  readonly sites: ReadonlyArray<string>
  /** Shorter names that campaigns call it by. */
  readonly short: ReadonlyArray<string>
}

const words = (text: string): ReadonlyArray<string> => text.split(" ")

/** The sites that are known by what they are. */
const networks: ReadonlyArray<Network> = [
  {
    type: "Search",
    sites: words(
      "google bing yahoo duckduckgo baidu yandex ecosia qwant startpage brave ask naver daum seznam sogou aol perplexity"
    ),
    short: words("adwords googleads bingads")
  },
  {
    type: "Social",
    sites: words(
      "facebook instagram twitter linkedin reddit pinterest tiktok snapchat threads mastodon quora tumblr vk weibo "
        + "whatsapp telegram discord bsky ycombinator messenger"
    ),
    short: words("fb ig x meta insta social hackernews")
  },
  {
    type: "Video",
    sites: words("youtube vimeo twitch dailymotion netflix disneyplus hulu bilibili wistia"),
    short: words("yt video")
  },
  {
    type: "Shopping",
    sites: words("amazon ebay etsy walmart alibaba aliexpress mercadolibre rakuten shopzilla zalando"),
    short: words("shopping")
  }
]

const list = (names: ReadonlyArray<string>): string => names.map((name) => `'${name}'`).join(", ")

const domainIsOf = ({ sites, type }: Network, domain: string): string => {
  const short = type === "Social" ? ` OR lower(${domain}) IN ('x.com', 't.co', 'fb.com')` : ""
  return `(match(lower(${domain}), '(^|[.])(${sites.join("|")})[.]')${short})`
}

const isOf = (network: Network, { referringDomain, source }: Origin): string =>
  `(${domainIsOf(network, referringDomain)} OR ${domainIsOf(network, source)} OR lower(${source}) IN (${
    list([...network.sites, ...network.short])
  }))`

const mediums: ReadonlyArray<readonly [type: string, names: ReadonlyArray<string>]> = [
  ["Organic Search", words("organic search")],
  ["Organic Social", words("social social-network social-media social_media sm")],
  ["Organic Video", words("video")],
  ["Display", words("display banner expandable interstitial")],
  ["Email", words("email e-mail e_mail newsletter")],
  ["Affiliate", words("affiliate affiliates")],
  ["Audio", words("audio")],
  ["SMS", words("sms")],
  ["Push", words("push mobile notification")],
  ["Referral", words("referral app link")]
]

const paidMediums = list(words("cpc cpm cpv cpa ppc retargeting"))

/** The channel that brought somebody, in SQL: one of the names that the reference gives channels. */
export const channelType = (origin: Origin): string => {
  const { campaign, fbclid, gadSource, gclid, medium, referringDomain, source } = origin
  const isPaid =
    `(lower(${medium}) IN (${paidMediums}) OR lower(${medium}) LIKE 'paid%' OR ${gclid} IS NOT NULL OR ${gadSource} IS NOT NULL)`
  const isDirect =
    `(${referringDomain} = '$direct' AND ${medium} IS NULL AND (${source} IS NULL OR lower(${source}) IN `
    + "('(direct)', 'direct', '$direct')))"
  const paid = [
    ...networks.map((network) => [isOf(network, origin), `Paid ${network.type}`] as const),
    [`lower(${campaign}) LIKE '%shop%'`, "Paid Shopping"],
    [`lower(${campaign}) LIKE '%video%'`, "Paid Video"],
    [`${gadSource} = '1'`, "Paid Search"],
    [`${fbclid} IS NOT NULL`, "Paid Social"],
    [`lower(${medium}) = 'cpm'`, "Display"]
  ] as const
  const organic = [
    ...networks.map((network) => [isOf(network, origin), `Organic ${network.type}`] as const),
    ...mediums.map(([type, names]) => [`lower(${medium}) IN (${list(names)})`, type] as const),
    [`lower(${campaign}) LIKE '%shop%'`, "Organic Shopping"],
    [`lower(${campaign}) LIKE '%video%'`, "Organic Video"],
    [`${fbclid} IS NOT NULL`, "Organic Social"],
    [`${referringDomain} IS NOT NULL AND ${referringDomain} != '$direct'`, "Referral"]
  ] as const
  const choose = (cases: ReadonlyArray<readonly [string, string]>): string =>
    cases.map(([condition, type]) => `${condition}, '${type}'`).join(", ")
  return `multiIf(lower(${campaign}) LIKE '%cross-network%', 'Cross Network', ${isPaid}, multiIf(${
    choose(paid)
  }, 'Paid Unknown'), ${isDirect}, 'Direct', ${choose(organic)}, 'Unknown')`
}

/** The kind of site that a domain is of, in SQL; NULL for other sites, '$direct' for none. */
export const domainType = (referringDomain: string): string =>
  `multiIf(${referringDomain} = '$direct', '$direct', ${
    networks.map((network) => `${domainIsOf(network, referringDomain)}, '${network.type}'`).join(", ")
  }, NULL)`

const chosen = (cases: ReadonlyArray<readonly [condition: string, type: string]>): string =>
  `multiIf(${cases.map(([condition, type]) => `${condition}, '${type}'`).join(", ")}, NULL)`

const typeOfSource = (of: "Organic" | "Paid"): string =>
  chosen(networks.map((network) => [
    `(${domainIsOf(network, "a")} OR lower(a) IN (${list([...network.sites, ...network.short])}))`,
    `${of} ${network.type}`
  ]))

const typeOfMedium = (of: "Organic" | "Paid"): string =>
  chosen(mediums.map(([type, names]) => [`lower(a) IN (${list(names)})`, type.replace("Organic", of)]))

/** The channel of a domain, source or medium `a` by itself, in SQL; NULL where it is not known. */
export const channelLookups = {
  domain: domainType("a"),
  paidSource: typeOfSource("Paid"),
  paidMedium: typeOfMedium("Paid"),
  organicSource: typeOfSource("Organic"),
  organicMedium: typeOfMedium("Organic")
} as const
