const browsers: ReadonlyArray<readonly [name: string, sign: RegExp]> = [
  ["Edge", /\bEdgA?\//],
  ["Opera", /\bOPR\//],
  ["Firefox", /\bFirefox\//],
  ["Chrome", /\b(?:Chrome|HeadlessChrome|CriOS)\//],
  ["Safari", /\bSafari\//]
]

const systems: ReadonlyArray<readonly [name: string, sign: RegExp]> = [
  ["iOS", /\b(?:iPhone|iPad)\b/],
  ["Android", /\bAndroid\b/],
  ["Windows", /\bWindows\b/],
  ["macOS", /\bMac OS X\b/],
  ["Linux", /\bLinux\b/]
]

const first = (list: typeof browsers, text: string): string | undefined => list.find(([, sign]) => sign.test(text))?.[0]

/** A browser as people name it, by the name that it sends. */
export const browserName = (userAgent: string | null): string => {
  if (userAgent === null) return "Unknown"
  const [browser, system] = [first(browsers, userAgent), first(systems, userAgent)]
  if (browser === undefined) return userAgent.slice(0, 40)
  return system === undefined ? browser : `${browser} on ${system}`
}
