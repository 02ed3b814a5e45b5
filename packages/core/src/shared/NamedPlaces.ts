/** The names of objects within a structured value. */
import type { Broken } from "./Field.ts"
import { isJsonRecord, type JsonRecord } from "./JsonRecord.ts"
import { isKnown, type KnownNames, misnomers, misnomerText } from "./KnownNames.ts"

/** An object of a structured value, or each object of a list, with the names that it can have. */
export interface NamedPlace {
  readonly names: KnownNames
  /** The objects that stand below a name. */
  readonly below?: (name: string) => NamedPlace | undefined
}

type Path = ReadonlyArray<string | number>

const membersFault = (record: JsonRecord, { below }: NamedPlace, path: Path): Broken | undefined => {
  if (below === undefined) return undefined
  for (const [name, member] of Object.entries(record)) {
    const place = below(name)
    const broken = place === undefined ? undefined : misnomerFault(member, place, [...path, name])
    if (broken !== undefined) return broken
  }
  return undefined
}

/** The first name of a value that is none and was meant to be another. */
export const misnomerFault = (value: unknown, place: NamedPlace, path: Path = []): Broken | undefined => {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      const broken = misnomerFault(item, place, [...path, index])
      if (broken !== undefined) return broken
    }
    return undefined
  }
  if (!isJsonRecord(value)) return undefined
  const [misnomer] = misnomers(value, place.names)
  return misnomer === undefined
    ? membersFault(value, place, path)
    : { code: "extra_forbidden", message: misnomerText(misnomer), path: [...path, misnomer.name] }
}

/** A value without the names that mean nothing; those that were meant to be others stay, to be refused. */
export const withoutForeignNames = (value: unknown, place: NamedPlace): unknown => {
  if (Array.isArray(value)) return value.map((item) => withoutForeignNames(item, place))
  if (!isJsonRecord(value)) return value
  const meant = new Set(misnomers(value, place.names).map(({ name }) => name))
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => {
      if (!isKnown(place.names, name)) return meant.has(name) ? [[name, member] as const] : []
      const below = place.below?.(name)
      return [[name, below === undefined ? member : withoutForeignNames(member, below)] as const]
    })
  )
}
