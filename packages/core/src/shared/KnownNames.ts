import { Effect } from "effect"
import leven from "leven"
import { type InputIssue, InvalidInput, maxIssues } from "./InvalidInput.ts"
import { isJsonRecord, type JsonRecord } from "./JsonRecord.ts"

/** The names that one kind of object can have. */
export interface KnownNames {
  /** Names that are read, each with itself; and names that belong elsewhere, each with the place that is meant. */
  readonly read: Readonly<Record<string, string>>
  /** Names that records come with beside those: they may be sent back, and are ignored. */
  readonly shown: ReadonlySet<string>
  /** Other words that people write, compared like `plain`, each with the name that is meant. */
  readonly words: ReadonlyArray<readonly [plain: string, meant: string]>
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

/**
 * Describes the names of one kind of object; `elsewhere` are names of another place, `words` by the name they stand
 * for.
 */
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
    words: Object.entries(words).flatMap(([meant, names]) => names.map((name) => [plainName(name), meant] as const)),
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

/** The number of first letters that identify a name. */
const leastBeginning = 6

const isBeginning = (one: string, other: string): boolean =>
  Math.min(one.length, other.length) >= leastBeginning && (one.startsWith(other) || other.startsWith(one))

/**
 * Words are many, and many other words are near to them: one letter too many, too few or wrong, or other words before
 * it.
 */
const isNearWord = (sent: string, word: string): boolean =>
  word.length < leastBeginning
    ? sent === `${word}s`
    : sent.endsWith(word) || sent.endsWith(`${word}s`)
      || Math.abs(sent.length - word.length) <= 1 && leven(sent, word, { maxDistance: 2 }) <= 1

/** The name that was meant by one that is not known, if it is another word for it or comes near it. */
const meantBy = ({ plain, read, words }: KnownNames, name: string): string | undefined => {
  if (Object.hasOwn(read, name)) return read[name]
  const sent = plainName(name)
  const by = (names: KnownNames["plain"], isMeant: (known: string) => boolean) =>
    names.find(([known]) => isMeant(known))?.[1]
  return by(words, (word) => sent === word)
    ?? by(plain, (known) => sent === known)
    ?? by(plain, (known) => isNear(sent, known))
    ?? by(words, (word) => isNearWord(sent, word))
    ?? by(plain, (known) => isBeginning(sent, known))
    ?? by(words, (word) => isBeginning(sent, word))
}

/** The unknown names of an object that have a value; null counts as missing. */
export const unknownNames = (record: JsonRecord, known: KnownNames): ReadonlyArray<string> =>
  Object.keys(record).filter((name) => record[name] !== null && !isKnown(known, name))

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

/**
 * Wrapped values are looked for down to this depth, and among at most this number of members of each list or object.
 */
const maxDepth = 5
const maxMembers = 100

const wrappedIn = (
  value: unknown,
  known: KnownNames,
  common: ReadonlySet<string>,
  depth = maxDepth
): string | undefined => {
  if (depth === 0 || typeof value !== "object" || value === null) return undefined
  const members = Object.entries(value).slice(0, maxMembers)
  for (const [name, member] of Array.isArray(value) ? [] : members) {
    if (common.has(name) || known.shown.has(name) || member === null) continue
    const meant = meantBy(known, name)
    if (meant !== undefined) return meant
  }
  for (const [, member] of members) {
    const found = wrappedIn(member, known, common, depth - 1)
    if (found !== undefined) return found
  }
  return undefined
}

/** The unknown names of an object whose values hold names that belong to the object itself, but for `common` ones. */
export const wrappers = (
  record: JsonRecord,
  known: KnownNames,
  common: ReadonlySet<string>
): ReadonlyArray<Misnomer> =>
  unknownNames(record, known).slice(0, maxLooked).flatMap((name) => {
    const meant = meantBy(known, name) === undefined ? wrappedIn(record[name], known, common) : undefined
    return meant === undefined ? [] : [{ name, meant }]
  })

/** Said of a name that means nothing. */
export const misnomerText = ({ meant, name }: Misnomer): string => `Unknown name "${name}". Did you mean "${meant}"?`

/** The faults of the names of an object that mean nothing and were meant to be others. */
export const nameIssues = (
  record: JsonRecord,
  known: KnownNames,
  path: InputIssue["path"] = []
): ReadonlyArray<InputIssue> =>
  misnomers(record, known).map((misnomer) => ({
    path: [...path, misnomer.name],
    code: "extra_forbidden",
    message: misnomerText(misnomer)
  }))

/** Fails when a body has names that were meant to be others. */
export const requireNames = (body: unknown, known: KnownNames): Effect.Effect<void, InvalidInput> => {
  const [first, ...rest] = isJsonRecord(body) ? nameIssues(body, known).slice(0, maxIssues) : []
  return first === undefined ? Effect.void : Effect.fail(new InvalidInput({ issues: [first, ...rest] }))
}
