import type { Operator, Scalar } from "./Operator.ts"
import { anyOf, type Sql, sql } from "./SqlFragment.ts"
import { caretBounds, parseVersion, tildeBounds, type Version, type VersionBounds, wildcardBounds } from "./Versions.ts"

/** Texts that are versions, as `parseVersion` reads them: `v1.2.3-rc.1` is 1.2.3, `2` is 2.0.0. */
const version = "^\\s*[vV]?[0-9]+(?:\\.[0-9]*(?:\\.[0-9]*(?:\\.[^-+]*)?)?)?(?:[-+].*)?\\s*$"

/** The parts of the version that a text is, one list of them; none where it is no version. */
const partsOf = (property: Sql): Sql => {
  const text = sql`ifNull(toString(${property}), '')`
  const bare = sql`replaceRegexpOne(trim(${text}), '^[vV]', '')`
  const base = sql`splitByChar('-', splitByChar('+', ${bare})[1])[1]`
  return sql`if(match(${text}, ${version}), [splitByChar('.', ${base})], [])`
}

/** Whether the version that the property is meets the condition, which reads it as a tuple. */
const meets = (property: Sql, condition: (version: Sql) => Sql): Sql =>
  sql`arrayExists(p -> ${condition(sql`(toFloat(p[1]), ifNull(toFloat(p[2]), 0), ifNull(toFloat(p[3]), 0))`)}, ${
    partsOf(property)
  })`

const tuple = ([major, minor, patch]: Version): Sql => sql`(${major}, ${minor}, ${patch})`

type Condition<Wanted> = (version: Sql, wanted: Wanted) => Sql

/** An operator whose value is read as a version or a range of them. */
const operator = <Wanted>(
  read: (text: string) => Wanted | undefined,
  example: string,
  condition: Condition<Wanted>
): Operator => {
  const wantedOf = (value: Scalar): Wanted | undefined => read(String(value))
  return {
    problem: (value) => wantedOf(value) === undefined ? `A version is needed, such as ${example}.` : undefined,
    takes: "some",
    condition: (property, values) =>
      anyOf(values.map((value) => {
        const wanted = wantedOf(value)
        return wanted === undefined ? sql`false` : meets(property, (one) => condition(one, wanted))
      }))
  }
}

const compared = (condition: Condition<Sql>): Operator =>
  operator(parseVersion, "1.2.3", (one, wanted) => condition(one, tuple(wanted)))

const within = (read: (text: string) => VersionBounds | undefined, example: string): Operator =>
  operator(read, example, (one, [first, end]) => sql`${one} >= ${tuple(first)} AND ${one} < ${tuple(end)}`)

/** The comparisons of versions, as flags have them. They hold for nothing that is no version. */
export const versionOperators: Readonly<Record<string, Operator>> = {
  semver_eq: compared((one, wanted) => sql`${one} = ${wanted}`),
  semver_neq: compared((one, wanted) => sql`${one} != ${wanted}`),
  semver_gt: compared((one, wanted) => sql`${one} > ${wanted}`),
  semver_gte: compared((one, wanted) => sql`${one} >= ${wanted}`),
  semver_lt: compared((one, wanted) => sql`${one} < ${wanted}`),
  semver_lte: compared((one, wanted) => sql`${one} <= ${wanted}`),
  semver_tilde: within(tildeBounds, "1.2.3"),
  semver_caret: within(caretBounds, "1.2.3"),
  semver_wildcard: within(wildcardBounds, "1.2.*")
}
