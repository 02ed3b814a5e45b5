/** Deeper patterns are taken as invalid. */
const maxDepth = 100

/** Names the groups that stand for atomic ones; no pattern of a user has such names. */
export const atomicPrefix = "hedgerowAtomic"

const isPunctuation = /^[ -/:-@[-`{-~]$/
const syntax = /^[\^$\\.*+?()[\]{}|/]$/
const quantifier = /(?:[*+?]|\{\d+(?:,\d*)?\})/y
const hexBraces = /x\{([0-9A-Fa-f]{1,6})\}/y
const flagsAtStart = /^\(\?([ims]+)\)/
const groupStart = /\((?:\?(?:P?<([A-Za-z_]\w*)>|P=([A-Za-z_]\w*)\)|<[=!]|[=!:>]|[ims]*(?:-[ims]+)?:))?/y

class Unreadable extends Error {}

/** A group that is open: where it began in what was written, and whether it is an atomic one. */
interface Open {
  readonly at: number
  readonly isAtomic: boolean
}

/** Rewrites a pattern piece by piece. What it cannot read throws. */
class Rewriting {
  readonly #pattern: string
  /** What was written so far; an atom is one piece or several. */
  readonly #out: Array<string> = []
  readonly #open: Array<Open> = []
  /** For each capturing group of the user, its number among all that were written. */
  readonly #numbers: Array<number> = []
  /** Places of references by number, whose groups may come later. */
  readonly #references: Array<number> = []
  #groups = 0
  #at = 0
  /** Where what a quantifier would repeat begins. */
  #atom = 0

  constructor(pattern: string) {
    this.#pattern = pattern
  }

  rewrite(): string {
    const flags = flagsAtStart.exec(this.#pattern)
    this.#at = flags?.[0].length ?? 0
    while (this.#at < this.#pattern.length) this.#next()
    if (this.#open.length > 0) throw new Unreadable()
    for (const place of this.#references) {
      const number = this.#numbers[Number(this.#out[place]) - 1]
      if (number === undefined) throw new Unreadable()
      this.#out[place] = `(?:\\${number})`
    }
    const text = this.#out.join("")
    return flags === null ? text : `(?${flags[1]}:${text})`
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#pattern)
    if (found !== null) this.#at += found[0].length
    return found
  }

  #next(): void {
    const repeated = this.#match(quantifier)
    if (repeated !== null) return this.#repeat(repeated[0])
    const char = String.fromCodePoint(this.#pattern.codePointAt(this.#at) ?? 0)
    if (char === "(") return this.#begin()
    if (char === ")") return this.#end()
    if (char === "\\") return this.#escape()
    if (char === "[") return this.#class()
    this.#at += char.length
    this.#write(char === "{" || char === "}" || char === "]" ? `\\${char}` : char)
  }

  #write(text: string): void {
    this.#atom = this.#out.length
    this.#out.push(text)
  }

  /** A `+` after a quantifier makes it possessive: it gives nothing back. */
  #repeat(text: string): void {
    const suffix = this.#pattern[this.#at]
    if (suffix === "?" || suffix === "+") this.#at++
    this.#out.push(suffix === "?" ? `${text}?` : text)
    if (suffix !== "+") return
    // Groups inside were numbered already: the new one must not stand before them.
    if (this.#out.slice(this.#atom).some((piece) => /^\((?!\?(?:[:=!]|<[=!]))/.test(piece))) throw new Unreadable()
    this.#out.splice(this.#atom, 0, this.#atomicStart())
    this.#references.forEach((place, index) => {
      if (place >= this.#atom) this.#references[index] = place + 1
    })
    this.#out.push(")")
  }

  #atomicStart(): string {
    this.#groups++
    return `(?<${atomicPrefix}${this.#groups}>`
  }

  #begin(): void {
    const found = this.#match(groupStart)
    const [text = "", name, reference] = found ?? []
    if (reference !== undefined) return this.#write(`(?:\\k<${reference}>)`)
    if (text === "(" && this.#pattern[this.#at] === "?" || this.#open.length >= maxDepth) throw new Unreadable()
    this.#open.push({ at: this.#out.length, isAtomic: text === "(?>" })
    if (text === "(?>") this.#out.push(this.#atomicStart())
    else {
      if (text === "(" || name !== undefined) this.#numbers.push(++this.#groups)
      this.#out.push(name === undefined ? text : `(?<${name}>`)
    }
  }

  #end(): void {
    const open = this.#open.pop()
    if (open === undefined) throw new Unreadable()
    this.#at++
    this.#out.push(")")
    this.#atom = open.at
  }

  #escape(): void {
    this.#at++
    const hex = this.#match(hexBraces)
    if (hex !== null) return this.#write(`\\u{${hex[1]}}`)
    const number = this.#match(/[1-9]\d{0,2}/y)
    if (number !== null) {
      this.#references.push(this.#out.length)
      return this.#write(number[0])
    }
    const char = String.fromCodePoint(this.#pattern.codePointAt(this.#at) ?? 0)
    if (this.#at >= this.#pattern.length) throw new Unreadable()
    const name = this.#match(/[kpP](?:<\w+>|\{[^}]*\})|x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|u\{[0-9A-Fa-f]+\}/y)
    if (name !== null) return this.#write(name[0].startsWith("k") ? `(?:\\${name[0]})` : `\\${name[0]}`)
    this.#at += char.length
    if (char === "A") return this.#write("(?<![^])")
    if (char === "z") return this.#write("(?![^])")
    this.#write(isPunctuation.test(char) && !syntax.test(char) ? char : `\\${char}`)
  }

  /** Inside a class what is punctuation is written with a backslash where it could mean something. */
  #class(): void {
    const found = this.#match(/\[\^?(?:\\[^]|[^\\\]])*\]/y)
    // Other dialects read these as sets within sets, or as a bracket that stands for itself.
    if (found === null || /^\[\^?\]|(?<!^)(?<!\\)\[|&&|--|~~/.test(found[0])) throw new Unreadable()
    const text = found[0].replaceAll(hexInClass, "\\u{$1}").replaceAll(
      /\\([^])/g,
      (escape: string, char: string) => isPunctuation.test(char) && !syntax.test(char) && char !== "-" ? char : escape
    )
    this.#write(text)
  }
}

const hexInClass = /\\x\{([0-9A-Fa-f]{1,6})\}/g

/**
 * A pattern of the reference service's dialect in that of ECMAScript with the flag `u`: groups named in Python's way, flags
 * at the beginning, `\A` and `\z`, escapes of any punctuation. Atomic groups and possessive quantifiers become groups with a
 * name of their own. Undefined when it has what neither dialect knows.
 */
export const toEcmaScript = (pattern: string): string | undefined => {
  try {
    return new Rewriting(pattern).rewrite()
  } catch (error) {
    if (error instanceof Unreadable) return undefined
    throw error
  }
}
