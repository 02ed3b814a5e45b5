import { type Column, type Schema, tablesOf } from "./Catalog.ts"

const same = (a: Column) => (b: Column): boolean => a.table === b.table && a.column === b.column

const changesOf = (old: Column, now: Column | undefined): ReadonlyArray<string> => {
  const name = `${old.table}.${old.column}`
  if (now === undefined) return [`${name} is gone`]
  const changes: Array<string> = []
  if (now.type !== old.type) changes.push(`${name} was ${old.type} and is ${now.type}`)
  if (old.isNullable && !now.isNullable) changes.push(`${name} takes no null any more`)
  if (now.isNullable && !old.isNullable) changes.push(`${name} may be null`)
  if (old.default !== "" && now.default === "") changes.push(`${name} has lost its default`)
  return changes
}

const nameOf = (line: string): string => line.split(":")[0] ?? ""

/** A key that is unique is the target of `ON CONFLICT`; functions and sequences are called by their names. */
const isRelied = (line: string): boolean => /^\w+: CREATE UNIQUE INDEX /.test(line)

/** The lines of the first schema that the second one has lost. */
const lost = (before: Schema, after: Schema): ReadonlyArray<string> => {
  const parts = new Set(after.parts.map(nameOf))
  return [
    ...before.rules.filter((rule) => isRelied(rule) && !after.rules.includes(rule)),
    ...before.parts.map(nameOf).filter((name) => !parts.has(name))
  ].map((line) => `${line} is gone`)
}

/**
 * The changes by which the second schema is no expansion of the first, in words: those that the first's release could
 * fail on.
 */
export const contractions = (before: Schema, after: Schema): ReadonlyArray<string> => {
  const known = new Set(tablesOf(before.columns))
  const changed = before.columns.flatMap((old) => changesOf(old, after.columns.find(same(old))))
  const demanded = after.columns
    .filter((now) => known.has(now.table) && !before.columns.some(same(now)) && !now.isNullable && now.default === "")
    .map(({ column, table }) => `${table}.${column} is new and must be given`)
  const rules = after.rules
    .filter((rule) => known.has(nameOf(rule)) && !before.rules.includes(rule))
    .map((rule) => `${rule} is a new rule`)
  return [...changed, ...demanded, ...rules, ...lost(before, after)]
}
