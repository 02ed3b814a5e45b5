/** Major, minor, patch. */
export type Version = readonly [number, number, number]

const digits = /^\d+$/

const numberOf = (part: string | undefined): number =>
  part === undefined || part === "" ? 0 : digits.test(part) ? Number(part) : Number.NaN

/** No longer text is a version. */
const maxLength = 1_000

const bareText = (text: string): string => text.length > maxLength ? "" : text.trim().replace(/^v/i, "")

/** Text after `-` or `+` does not count, missing parts are 0, leading zeros are dropped. */
export const parseVersion = (text: string): Version | undefined => {
  const [base = ""] = bareText(text).split(/[-+]/, 1)
  if (base === "" || base.startsWith(".")) return undefined
  const [major, minor, patch] = base.split(".", 3)
  const version = [numberOf(major), numberOf(minor), numberOf(patch)] as const
  return version.some(Number.isNaN) ? undefined : version
}

export const compareVersions = (left: Version, right: Version): number =>
  left[0] - right[0] || left[1] - right[1] || left[2] - right[2]

/** The first version of a range, and the first one after it. */
export type VersionBounds = readonly [Version, Version]

/** `~1.2.3` is all of 1.2 from there on. */
export const tildeBounds = (text: string): VersionBounds | undefined => {
  const wanted = parseVersion(text)
  return wanted && [wanted, [wanted[0], wanted[1] + 1, 0]]
}

const caretEnd = ([major, minor, patch]: Version): Version =>
  major > 0 ? [major + 1, 0, 0] : minor > 0 ? [0, minor + 1, 0] : [0, 0, patch + 1]

/** `^1.2.3` is all of 1 from there on; of 0 the first part that is not 0 stays. */
export const caretBounds = (text: string): VersionBounds | undefined => {
  const wanted = parseVersion(text)
  return wanted && [wanted, caretEnd(wanted)]
}

/** `1.*` is all of 1, `1.2.*` all of 1.2. */
export const wildcardBounds = (text: string): VersionBounds | undefined => {
  const [major, minor] = bareText(text).replace(/\.?\*$/, "").split(".", 2)
  if (major === undefined || !digits.test(major)) return undefined
  if (minor === undefined) return [[Number(major), 0, 0], [Number(major) + 1, 0, 0]]
  return digits.test(minor)
    ? [[Number(major), Number(minor), 0], [Number(major), Number(minor) + 1, 0]]
    : undefined
}
