/** The names of objects within a structured value. */
import type { Broken } from "./Field.ts"
import { isJsonRecord, type JsonRecord } from "./JsonRecord.ts"
import { isKnown, type KnownNames, misnomers, misnomerText } from "./KnownNames.ts"

/** An object of a structured value, or each object of a list, with the names that it can have. */
export interface NamedObject {
  readonly names: KnownNames
  /** The objects that stand below a name. */
  readonly below?: (name: string) => NamedObject | undefined
}

type Path = ReadonlyArray<string | number>

const membersFault = (record: JsonRecord, { below }: NamedObject, path: Path): Broken | undefined => {
  if (below === undefined) return undefined
  for (const [name, member] of Object.entries(record)) {
    const object = below(name)
    const broken = object === undefined ? undefined : misnomerFault(member, object, [...path, name])
    if (broken !== undefined) return broken
  }
  return undefined
}

/** The first name of a value that is none and was meant to be another. */
export const misnomerFault = (value: unknown, object: NamedObject, path: Path = []): Broken | undefined => {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      const broken = misnomerFault(item, object, [...path, index])
      if (broken !== undefined) return broken
    }
    return undefined
  }
  if (!isJsonRecord(value)) return undefined
  const [misnomer] = misnomers(value, object.names)
  return misnomer === undefined
    ? membersFault(value, object, path)
    : { code: "extra_forbidden", message: misnomerText(misnomer), path: [...path, misnomer.name] }
}

/** A value without the names that mean nothing; those that were meant to be others stay, to be refused. */
export const withoutForeignNames = (value: unknown, object: NamedObject): unknown => {
  if (Array.isArray(value)) return value.map((item) => withoutForeignNames(item, object))
  if (!isJsonRecord(value)) return value
  const meant = new Set(misnomers(value, object.names).map(({ name }) => name))
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => {
      if (!isKnown(object.names, name)) return meant.has(name) ? [[name, member] as const] : []
      const below = object.below?.(name)
      return [[name, below === undefined ? member : withoutForeignNames(member, below)] as const]
    })
  )
}
