import type { InvalidInput } from "../../shared/InvalidInput.ts"
import type { Fact } from "./Draft.ts"
import { promptUnclear } from "./DraftErrors.ts"
import type { Meanings, Named, NameIndex } from "./NameIndex.ts"
import type { KnownEvent, KnownProperty, Names } from "./Vocabulary.ts"
import { matchPhrase, phrases, textOf, type Word } from "./Words.ts"

/** The facts read from a word on, and the number of words read. */
export interface Read {
  readonly length: number
  readonly facts: ReadonlyArray<Fact>
}

/** A form that phrases have; undefined where none of it stands. */
export type Rule = (prompt: Prompt, at: number) => Read | undefined

/** A name that stands in a prompt. */
export interface Mention<A> {
  readonly length: number
  readonly meant: A
}

/** A phrase was understood and cannot be meant so. */
export class Unclear extends Error {
  readonly input: InvalidInput

  constructor(reason: string) {
    super(reason)
    this.input = promptUnclear(reason)
  }
}

export const fact = (length: number, ...facts: ReadonlyArray<Fact>): Read => ({ length, facts })

/** Names of more words are not looked for. */
const longestName = 6

/** The most words of a prompt that are compared with all names, as they may nearly be one. */
const nearLookups = 30

/** The names of one kind, and the phrases that were looked for as nearly one of them. */
class Sought<A extends Named> {
  readonly near = new Map<string, Mention<A> | undefined>()
  readonly names: NameIndex<A>

  constructor(names: NameIndex<A>) {
    this.names = names
  }
}

const articles = phrases("the|a|an|each|every|all|my|our|their|its")
const ofPersons = phrases("person|person's|persons'|people's|user|user's|users'|person property|user property")
/** Words of the grammar: never nearly a name. */
const reserved: ReadonlySet<string> = new Set(
  ("above across added after along among around average before below between bottom break broken contains count counts " +
    "daily distinct during equal equals event events every exclude except exists filter first following greater group " +
    "grouped highest hourly instead known largest least lower lowest maximum median minimum missing monthly never number " +
    "people percent percentage persons previous quarter quarterly session sessions should since smallest starts table " +
    "things third today total trend trends unique unknown until users visitors weekly where which while whose within " +
    "without yearly yesterday person month months weeks years hours minutes minute ratio rate rates conversion funnel " +
    "retention compare compared versus growth change last past").split(" ")
)

/** The words of a prompt and what names in them can stand for. */
export class Prompt {
  readonly words: ReadonlyArray<Word>
  readonly #events: Sought<KnownEvent>
  readonly #ofEvents: Sought<KnownProperty>
  readonly #ofPersons: Sought<KnownProperty>
  #lookups = 0

  constructor(words: ReadonlyArray<Word>, names: Names) {
    this.words = words
    this.#events = new Sought(names.events)
    this.#ofEvents = new Sought(names.eventProperties)
    this.#ofPersons = new Sought(names.personProperties)
  }

  /** The number of words from `at` on that are one of the phrases. */
  match(at: number, among: ReturnType<typeof phrases>): number {
    return matchPhrase(this.words, at, among)
  }

  /** The number of articles at `at`. */
  articles(at: number): number {
    return this.match(at, articles)
  }

  /** The event named at `at`, in as many words as possible. */
  event(at: number): Mention<string> | undefined {
    const found = this.#named(this.#events, at)
    return found && { length: found.length, meant: found.meant.name }
  }

  /** The event that the word at `at`, or two of them, nearly name. */
  nearEvent(at: number): Mention<string> | undefined {
    const found = this.#nearly(this.#events, at)
    return found && { length: found.length, meant: found.meant.name }
  }

  /** The property named at `at`: one of events, unless only persons have it or the prompt names persons. */
  property(at: number): Mention<KnownProperty> | undefined {
    const skipped = this.articles(at)
    const start = at + skipped
    const owner = this.match(start, ofPersons)
    const ofPerson = owner > 0 ? this.#named(this.#ofPersons, start + owner) : undefined
    if (ofPerson !== undefined) return { ...ofPerson, length: skipped + owner + ofPerson.length }
    const ofEvent = this.#named(this.#ofEvents, start)
    const others = this.#named(this.#ofPersons, start)
    const found = (others?.length ?? 0) > (ofEvent?.length ?? 0) ? others : ofEvent
    const near = found ?? this.#nearly(this.#ofEvents, start) ?? this.#nearly(this.#ofPersons, start)
    return near && { ...near, length: skipped + near.length }
  }

  #named<A extends Named>({ names }: Sought<A>, at: number): Mention<A> | undefined {
    const most = Math.min(longestName, this.words.length - at)
    for (let length = most; length > 0; length--) {
      const phrase = textOf(this.words, at, length)
      const isNamed = this.words.slice(at, at + length).every(({ text }) => /[\p{L}\p{N}]/u.test(text))
      const meanings = isNamed ? names.find(phrase) : undefined
      if (meanings !== undefined) return { length, meant: only(meanings, phrase) }
    }
    return undefined
  }

  #nearly<A extends Named>({ names, near }: Sought<A>, at: number): Mention<A> | undefined {
    for (const length of [2, 1]) {
      const words = this.words.slice(at, at + length)
      const isOther = words.length < length || words.some(({ isQuoted, lower }) => isQuoted || reserved.has(lower))
      if (isOther) continue
      const phrase = textOf(this.words, at, length)
      if (!near.has(phrase) && this.#lookups < nearLookups) {
        const meanings = names.findNear(phrase)
        near.set(phrase, meanings && { length, meant: only(meanings, phrase) })
        this.#lookups++
      }
      const found = near.get(phrase)
      if (found !== undefined) return found
    }
    return undefined
  }
}

const only = <A extends Named>([first, ...others]: Meanings<A>, phrase: string): A => {
  if (others.length === 0) return first
  const names = [first, ...others].slice(0, 5).map(({ name }) => `"${name}"`).join(", ")
  throw new Unclear(`"${phrase}" may be ${names}.`)
}
