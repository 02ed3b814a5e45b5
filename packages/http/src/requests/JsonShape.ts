/** Whether parsed JSON stands inside itself deeper than so many levels. */
export const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === "object" && value !== null
  && (levels === 0 || Object.values(value).some((member) => isDeeper(member, levels - 1)))

type Path = ReadonlyArray<string | number>

/**
 * The place of the first number of parsed JSON that is beyond the range of 64-bit floats, such as `1e400`: it was read as
 * infinite, and no JSON could tell it again. The value is not deeper than the stack.
 */
export const pathOfOverflow = (value: unknown): Path | undefined => {
  if (typeof value === "number") return Number.isFinite(value) ? undefined : []
  if (typeof value !== "object" || value === null) return undefined
  return Array.isArray(value) ? overflowInList(value) : overflowInRecord(value as Readonly<Record<string, unknown>>)
}

const overflowInList = (list: ReadonlyArray<unknown>): Path | undefined => {
  for (let index = 0; index < list.length; index++) {
    const path = pathOfOverflow(list[index])
    if (path !== undefined) return [index, ...path]
  }
  return undefined
}

const overflowInRecord = (record: Readonly<Record<string, unknown>>): Path | undefined => {
  for (const name of Object.keys(record)) {
    const path = pathOfOverflow(record[name])
    if (path !== undefined) return [name, ...path]
  }
  return undefined
}
