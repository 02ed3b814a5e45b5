import leven from "leven"
import type { JsonRecord } from "./JsonRecord.ts"

/** The names that one kind of object can have. */
export interface KnownNames {
  /** Names that are read, each with itself; and names that belong elsewhere, each with the place that is meant. */
  readonly read: Readonly<Record<string, string>>
  /** Names that records come with beside those: they may be sent back, and are ignored. */
  readonly shown: ReadonlySet<string>
  /** Other words that people write, each with the name that is meant. */
  readonly words: ReadonlyMap<string, string>
  /** The names that are read as they are compared: in lower case, letters and digits alone. */
  readonly plain: ReadonlyArray<readonly [plain: string, meant: string]>
}

/** A name that means nothing, with the one that was meant. */
export interface Misnomer {
  readonly name: string
  readonly meant: string
}

/** An object with more unknown names than this was not written by hand: no further ones are looked at. */
const maxLooked = 1000

const plainName = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, "")

const ownNames = (names: ReadonlyArray<string>): Readonly<Record<string, string>> =>
  Object.fromEntries(names.map((name) => [name, name]))

/** Describes the names of one kind of object; `elsewhere` are names of another place, `words` by the name they stand for. */
export const knownNames = (
  read: ReadonlyArray<string>,
  { elsewhere = {}, shown = [], words = {} }: {
    readonly shown?: ReadonlyArray<string>
    readonly elsewhere?: Readonly<Record<string, string>>
    readonly words?: Readonly<Record<string, ReadonlyArray<string>>>
  } = {}
): KnownNames => {
  const all = { ...elsewhere, ...ownNames(read) }
  return {
    read: all,
    shown: new Set(shown),
    words: new Map(Object.entries(words).flatMap(([meant, names]) => names.map((name) => [name, meant] as const))),
    plain: Object.entries(all).map(([name, meant]) => [plainName(name), meant] as const)
  }
}

/** Whether the object of such names can have this one. */
export const isKnown = ({ read, shown }: KnownNames, name: string): boolean =>
  shown.has(name) || Object.hasOwn(read, name) && read[name] === name

/** Short names are near to many others by chance. */
const reachOf = (name: string): number => name.length > 7 ? 2 : 1

const lettersOf = (text: string): string => Array.from(text).toSorted().join("")

const isNear = (sent: string, known: string): boolean => {
  const reach = reachOf(known)
  if (Math.abs(sent.length - known.length) > reach) return false
  return leven(sent, known, { maxDistance: reach + 1 }) <= reach
    || sent.length === known.length && lettersOf(sent) === lettersOf(known)
}

const meantBy = ({ plain, read, words }: KnownNames, name: string): string | undefined => {
  const elsewhere = Object.hasOwn(read, name) ? read[name] : words.get(name)
  if (elsewhere !== undefined) return elsewhere
  const sent = plainName(name)
  return plain.find(([known]) => sent === known)?.[1] ?? plain.find(([known]) => isNear(sent, known))?.[1]
}

/** The names of an object that are none and come near one that is read, or are another word for it. */
export const misnomers = (record: JsonRecord, known: KnownNames): ReadonlyArray<Misnomer> => {
  const found: Array<Misnomer> = []
  let looked = 0
  for (const name of Object.keys(record)) {
    if (isKnown(known, name)) continue
    const meant = meantBy(known, name)
    if (meant !== undefined) found.push({ name, meant })
    if (++looked === maxLooked) break
  }
  return found
}

/** Said of a name that means nothing. */
export const misnomerText = ({ meant, name }: Misnomer): string => `Unknown name "${name}". Did you mean "${meant}"?`
