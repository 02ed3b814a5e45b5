import {
  canonicalJson,
  canonicalMember,
  type CanonicalName,
  compareNames,
  utf8Length
} from "@hedgerow/sql/types/CanonicalJson"
import type { Schema } from "effect"
import { countValues } from "../shared/CountValues.ts"
import type { StoredProperties } from "../shared/StoredProperties.ts"
import type { PropertyUpdate } from "./PersonProperties.ts"

interface Member extends CanonicalName {
  readonly value: Schema.Json
  /** As it stands in the canonical text. */
  readonly text: string
  readonly size: number
  readonly values: number
}

const memberOf = (key: string, value: Schema.Json): Member => {
  const text = canonicalMember(key, value)
  return { key, bytes: utf8Length(key), value, text, size: utf8Length(text), values: countValues(value) }
}

/** The place of a member among sorted ones, present or not. */
const placeOf = (sorted: ReadonlyArray<Member>, member: Member): number => {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    const other = sorted[middle]
    if (other !== undefined && compareNames(other, member) < 0) low = middle + 1
    else high = middle
  }
  return low
}

/** So many changed names are put in their places one by one; with more, all are sorted. */
const fewNames = 64

/**
 * The properties of a person or a group while events change them. The cost of a change depends on the change, not on
 * the properties: the size is kept up to date, and the text is made on request and kept until the next change.
 */
export class PropertyBag {
  readonly #stored: StoredProperties
  /** By name, in the order of arrival; made when the first update comes. */
  #members: Map<string, Member> | undefined
  #sorted: Array<Member> | undefined
  /** Names whose places in `#sorted` are out of date. */
  #moved = new Set<string>()
  /** Of all members, each with the comma or brace that follows it. */
  #sizes = 0
  #values = 0
  #text: string | undefined
  /** The size of what is stored, until there are members. */
  #storedBytes: number | undefined
  #storedValues: number | undefined
  #isChanged = false

  constructor(stored: StoredProperties) {
    this.#stored = stored
  }

  /** The size of the canonical text in bytes. */
  get bytes(): number {
    if (this.#members === undefined) return this.#storedBytes ??= utf8Length(this.text)
    return this.#members.size === 0 ? 2 : this.#sizes + 1
  }

  /** The number of its JSON values, itself included. */
  get values(): number {
    return this.#members === undefined ? this.#storedValues ??= countValues(this.#stored) : this.#values + 1
  }

  /** The canonical text. */
  get text(): string {
    this.#text ??= this.#members === undefined
      ? canonicalJson(this.#stored)
      : `{${this.#inOrder().map((member) => member.text).join(",")}}`
    return this.#text
  }

  /** Whether the text is made already, so that asking for it costs nothing. */
  get hasText(): boolean {
    return this.#text !== undefined
  }

  /** The current properties; the very object it began with when no update changed anything. */
  get properties(): StoredProperties {
    if (!this.#isChanged || this.#members === undefined) return this.#stored
    return Object.fromEntries([...this.#members.values()].map(({ key, value }) => [key, value]))
  }

  /** Whether it differs from its first state. */
  get isNew(): boolean {
    return this.#isChanged && this.text !== canonicalJson(this.#stored)
  }

  /**
   * `$set` overwrites, `$set_once` fills what is absent, `$unset` removes; a name that is set and unset is removed. Answers
   * false, and changes nothing, when it would grow to more than `maxBytes`.
   */
  update(update: PropertyUpdate, maxBytes: number): boolean {
    const changes = this.#changesOf(update)
    return changes.size === 0 || this.#apply(changes, maxBytes)
  }

  /** Takes over what another one has and this one lacks. The other one must not be used any more. */
  absorb(other: PropertyBag, maxBytes: number): boolean {
    const [mine, others] = [this.#opened(), other.#opened()]
    const [few, many] = mine.size < others.size ? [mine, others] : [others, mine]
    const missing = new Map<string, Member | undefined>()
    let growth = many === mine ? 0 : other.#sizes - this.#sizes
    for (const [name, member] of few) {
      const rival = many.get(name)
      if (many === mine && rival !== undefined) continue
      missing.set(name, member)
      growth += member.size - (rival === undefined ? -1 : rival.size)
    }
    if (growth > 0 && this.#sizes + growth + 1 > maxBytes) return false
    if (many !== mine) this.#takeOver(other)
    for (const [name, member] of missing) this.#put(name, member)
    return true
  }

  #takeOver(other: PropertyBag): void {
    this.#members = other.#members
    this.#sorted = other.#sorted
    this.#moved = other.#moved
    this.#sizes = other.#sizes
    this.#values = other.#values
    this.#text = undefined
    this.#isChanged = true
  }

  #opened(): Map<string, Member> {
    if (this.#members !== undefined) return this.#members
    const members = new Map(Object.entries(this.#stored).map(([key, value]) => [key, memberOf(key, value)]))
    for (const { size, values } of members.values()) {
      this.#sizes += size + 1
      this.#values += values
    }
    this.#members = members
    return members
  }

  #changesOf({ set, setOnce, unset }: PropertyUpdate): ReadonlyMap<string, Member | undefined> {
    const members = this.#opened()
    const changes = new Map<string, Member | undefined>()
    for (const [name, value] of Object.entries(setOnce)) {
      if (!members.has(name)) changes.set(name, memberOf(name, value))
    }
    for (const [name, value] of Object.entries(set)) {
      const known = members.get(name)
      if (known !== undefined && known.value === value) continue
      const member = memberOf(name, value)
      if (known?.text !== member.text) changes.set(name, member)
    }
    for (const name of unset) {
      changes.delete(name)
      if (members.has(name)) changes.set(name, undefined)
    }
    return changes
  }

  #apply(changes: ReadonlyMap<string, Member | undefined>, maxBytes: number): boolean {
    const members = this.#opened()
    let growth = 0
    for (const [name, member] of changes) {
      const known = members.get(name)
      growth += (member === undefined ? 0 : member.size + 1) - (known === undefined ? 0 : known.size + 1)
    }
    if (growth > 0 && this.#sizes + growth + 1 > maxBytes) return false
    for (const [name, member] of changes) this.#put(name, member)
    return true
  }

  #put(name: string, member: Member | undefined): void {
    const members = this.#opened()
    const known = members.get(name)
    this.#sizes += (member === undefined ? 0 : member.size + 1) - (known === undefined ? 0 : known.size + 1)
    this.#values += (member?.values ?? 0) - (known?.values ?? 0)
    if (member === undefined) members.delete(name)
    else members.set(name, member)
    if (known !== undefined && member !== undefined) this.#replace(known, member)
    else if (known !== undefined) this.#leavePlace(known)
    else this.#moved.add(name)
    this.#text = undefined
    this.#isChanged = true
  }

  #replace(known: Member, member: Member): void {
    if (this.#sorted === undefined || this.#moved.has(member.key)) return
    this.#sorted[placeOf(this.#sorted, known)] = member
  }

  #leavePlace(known: Member): void {
    if (this.#moved.delete(known.key) || this.#sorted === undefined) return
    this.#sorted.splice(placeOf(this.#sorted, known), 1)
  }

  #inOrder(): ReadonlyArray<Member> {
    const members = this.#opened()
    if (this.#sorted === undefined || this.#moved.size > fewNames) {
      this.#sorted = [...members.values()].toSorted(compareNames)
    } else {
      for (const name of this.#moved) {
        const member = members.get(name)
        if (member !== undefined) this.#sorted.splice(placeOf(this.#sorted, member), 0, member)
      }
    }
    this.#moved.clear()
    return this.#sorted
  }
}
