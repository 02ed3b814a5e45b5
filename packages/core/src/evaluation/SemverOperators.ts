import {
  caretBounds,
  compareVersions,
  parseVersion,
  tildeBounds,
  type VersionBounds,
  wildcardBounds
} from "../filters/Versions.ts"
import { type MakeOperator, never, type PropertyOperator, when } from "./PropertyOperator.ts"
import { plainText } from "./PropertyText.ts"
import { textOf } from "./ValueTexts.ts"

const compare = (holds: (order: number) => boolean): MakeOperator => (value) => {
  const wanted = parseVersion(plainText(value))
  if (wanted === undefined) return never
  return when((actual, asking) => {
    const version = parseVersion(textOf(actual, asking))
    return version !== undefined && holds(compareVersions(version, wanted))
  })
}

/** From the first version up to, and without, the second. */
const within = (bounds: VersionBounds | undefined): PropertyOperator =>
  bounds === undefined ? never : when((actual, asking) => {
    const version = parseVersion(textOf(actual, asking))
    return version !== undefined && compareVersions(version, bounds[0]) >= 0 && compareVersions(version, bounds[1]) < 0
  })

const tilde: MakeOperator = (value) => within(tildeBounds(plainText(value)))

const caret: MakeOperator = (value) => within(caretBounds(plainText(value)))

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
  semver_wildcard: (value) => within(wildcardBounds(plainText(value)))
} satisfies Record<string, MakeOperator>
