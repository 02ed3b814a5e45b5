/** The id at the target of a cohort, or the index of a type of groups. */
type Resolve = (kind: "cohorts" | "groupTypes", id: string) => number | string

/** Texts, quoted names and comments: numbers within them are no ids. */
const skipped = String.raw`'(?:[^'\\]|\\.|'')*'|"(?:[^"\\]|\\.)*"|\x60[^\x60]*\x60|--[^\n]*|/\*[\s\S]*?\*/`

/** `IN COHORT 12`. */
const inCohort = String.raw`(?<within>\bin\s+cohort\s+)(?<cohort>\d+)\b`

/** The column of the tables of members, with at most one name of a table before it, which is not `properties`. */
const column = String.raw`(?<![\w$.])(?:(?!properties\.)\w+\.)?cohort_id\s*`
const equal = String.raw`(?<equals>${column}=\s*)(?<member>\d+)\b`
const oneOf = String.raw`(?<list>${column}(?:not\s+)?in\s*\(\s*)(?<members>\d+(?:\s*,\s*\d+)*)`

/** The columns of groups: `$group_0`, and the groups themselves: `group_0.key`. */
const groupColumn = String.raw`(?<group>\$group_|(?<![\w$.])group_(?=\d\.))(?<index>[0-4])\b`

const places = new RegExp([skipped, inCohort, equal, oneOf, groupColumn].join("|"), "gi")

type Groups = Readonly<Record<string, string | undefined>>

/** A text of SQL with the ids that it names exchanged: cohorts, and the indexes of types of groups. */
export const mappedSql = (sql: string, resolve: Resolve): string => {
  const cohort = (id: string) => String(resolve("cohorts", id))
  return sql.replace(places, (found: string, ...rest: ReadonlyArray<unknown>) => {
    const { cohort: id, equals, group, index, list, member, members, within } = rest.at(-1) as Groups
    if (within !== undefined && id !== undefined) return `${within}${cohort(id)}`
    if (equals !== undefined && member !== undefined) return `${equals}${cohort(member)}`
    if (list !== undefined && members !== undefined) return `${list}${members.replaceAll(/\d+/g, cohort)}`
    if (group !== undefined && index !== undefined) return `${group}${resolve("groupTypes", index)}`
    return found
  })
}
