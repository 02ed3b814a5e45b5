import type { Broken } from "./Field.ts"
import { record, unstorable } from "./FieldKinds.ts"
import { beyondSchema } from "./FieldSchema.ts"

/** The first place of a JSON value, names of members included, that could not be stored as it is. */
export const unstorableFault = (value: unknown, path: ReadonlyArray<string | number> = []): Broken | undefined => {
  if (typeof value === "string") {
    const fault = unstorable(value)
    return fault === undefined ? undefined : { ...fault, path }
  }
  if (typeof value !== "object" || value === null) return undefined
  const members = Array.isArray(value) ? [...value.entries()] : Object.entries(value)
  for (const [name, member] of members) {
    const broken = unstorableFault(String(name), path) ?? unstorableFault(member, [...path, name])
    if (broken !== undefined) return broken
  }
  return undefined
}

/** The most characters of a structured value, and of the changes of an activity entry, as JSON. */
export const maxStructureLength = 262_144

/** The fault of a structured value that cannot be stored, or has more characters as JSON. */
export const structureFault = (value: unknown, maxLength = maxStructureLength): Broken | undefined =>
  unstorableFault(value)
    ?? (maxLength < Infinity && JSON.stringify(value).length > maxLength
      ? { code: "max_length", message: `Must not be longer than ${maxLength} characters.` }
      : undefined)

/** An object, as it was sent, that can be stored, and has at most this number of characters as JSON. */
export const storableRecord = (maxLength = Infinity) =>
  record().check((value) => structureFault(value, maxLength), beyondSchema)
