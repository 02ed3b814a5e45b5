import { type MakeOperator, never, type PropertyOperator, when } from "./PropertyOperator.ts"
import { plainText } from "./PropertyText.ts"
import { textOf } from "./ValueTexts.ts"

/** Major, minor, patch. */
type Version = readonly [number, number, number]

const digits = /^\d+$/

const numberOf = (part: string | undefined): number =>
  part === undefined || part === "" ? 0 : digits.test(part) ? Number(part) : Number.NaN

/** No longer text is a version. */
const maxLength = 1_000

const bareText = (text: string): string => text.length > maxLength ? "" : text.trim().replace(/^v/i, "")

/** Text after `-` or `+` does not count, missing parts are 0, leading zeros are dropped. */
const parseVersion = (text: string): Version | undefined => {
  const [base = ""] = bareText(text).split(/[-+]/, 1)
  if (base === "" || base.startsWith(".")) return undefined
  const [major, minor, patch] = base.split(".", 3)
  const version = [numberOf(major), numberOf(minor), numberOf(patch)] as const
  return version.some(Number.isNaN) ? undefined : version
}

const compareVersions = (left: Version, right: Version): number =>
  left[0] - right[0] || left[1] - right[1] || left[2] - right[2]

const compare = (holds: (order: number) => boolean): MakeOperator => (value) => {
  const wanted = parseVersion(plainText(value))
  if (wanted === undefined) return never
  return when((actual, asking) => {
    const version = parseVersion(textOf(actual, asking))
    return version !== undefined && holds(compareVersions(version, wanted))
  })
}

/** From the first version up to, and without, the second. */
const within = (bounds: readonly [Version, Version] | undefined): PropertyOperator =>
  bounds === undefined ? never : when((actual, asking) => {
    const version = parseVersion(textOf(actual, asking))
    return version !== undefined && compareVersions(version, bounds[0]) >= 0 && compareVersions(version, bounds[1]) < 0
  })

const tilde: MakeOperator = (value) => {
  const wanted = parseVersion(plainText(value))
  return within(wanted && [wanted, [wanted[0], wanted[1] + 1, 0]])
}

const caretEnd = ([major, minor, patch]: Version): Version =>
  major > 0 ? [major + 1, 0, 0] : minor > 0 ? [0, minor + 1, 0] : [0, 0, patch + 1]

const caret: MakeOperator = (value) => {
  const wanted = parseVersion(plainText(value))
  return within(wanted && [wanted, caretEnd(wanted)])
}

/** `1.*` is all of 1, `1.2.*` all of 1.2. */
const wildcardBounds = (value: unknown): readonly [Version, Version] | undefined => {
  const [major, minor] = bareText(plainText(value)).replace(/\.?\*$/, "").split(".", 2)
  if (major === undefined || !digits.test(major)) return undefined
  if (minor === undefined) return [[Number(major), 0, 0], [Number(major) + 1, 0, 0]]
  return digits.test(minor)
    ? [[Number(major), Number(minor), 0], [Number(major), Number(minor) + 1, 0]]
    : undefined
}

/** Operators on version numbers; they hold for nothing that is none. */
export const semverOperators = {
  semver_eq: compare((order) => order === 0),
  semver_neq: compare((order) => order !== 0),
  semver_gt: compare((order) => order > 0),
  semver_gte: compare((order) => order >= 0),
  semver_lt: compare((order) => order < 0),
  semver_lte: compare((order) => order <= 0),
  semver_tilde: tilde,
  semver_caret: caret,
  semver_wildcard: (value) => within(wildcardBounds(value))
} satisfies Record<string, MakeOperator>
