import { maxGroups } from "./PatternSize.ts"

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

/** A written piece: text, the start of a group, or a reference by number. Groups are numbered when all are known. */
type Piece =
  | string
  | { readonly kind: "group"; readonly name: string | undefined }
  | { readonly kind: "atomic" }
  | { readonly kind: "reference"; readonly number: number }

/** The pieces as one text: atomic groups are numbered like those of the user, whose references follow them. */
const numbered = (pieces: ReadonlyArray<Piece>): string => {
  const groups = pieces.filter((piece) => typeof piece !== "string" && piece.kind !== "reference")
  const numbers = groups.flatMap((piece, index) =>
    typeof piece !== "string" && piece.kind === "group" ? [index + 1] : []
  )
  let atomic = 0
  return pieces.map((piece) => {
    if (typeof piece === "string") return piece
    if (piece.kind === "atomic") return `(?<${atomicPrefix}${++atomic}>`
    if (piece.kind === "group") return piece.name === undefined ? "(" : `(?<${piece.name}>`
    const number = numbers[piece.number - 1]
    if (number === undefined) throw new Unreadable()
    return `(?:\\${number})`
  }).join("")
}

/** Rewrites a pattern piece by piece. A pattern that it cannot read throws. */
class Rewriting {
  readonly #pattern: string
  /** The pieces written so far; an atom is one piece or several. */
  readonly #out: Array<Piece> = []
  /** The starts of the open groups in the written text. */
  readonly #open: Array<number> = []
  #groups = 0
  #at = 0
  /** The start of the part that a quantifier would repeat. */
  #atom = 0

  constructor(pattern: string) {
    this.#pattern = pattern
  }

  rewrite(): string {
    const flags = flagsAtStart.exec(this.#pattern)
    this.#at = flags?.[0].length ?? 0
    while (this.#at < this.#pattern.length) this.#next()
    if (this.#open.length > 0) throw new Unreadable()
    const text = numbered(this.#out)
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

  #write(text: Piece): void {
    this.#atom = this.#out.length
    this.#out.push(text)
  }

  /** A `+` after a quantifier makes it possessive: it gives nothing back. */
  #repeat(text: string): void {
    const suffix = this.#pattern[this.#at]
    if (suffix === "?" || suffix === "+") this.#at++
    this.#out.push(suffix === "?" ? `${text}?` : text)
    if (suffix !== "+") return
    this.#out.splice(this.#atom, 0, this.#counted({ kind: "atomic" }))
    this.#out.push(")")
  }

  #counted(piece: Piece): Piece {
    if (++this.#groups > maxGroups) throw new Unreadable()
    return piece
  }

  #begin(): void {
    const found = this.#match(groupStart)
    const [text = "", name, reference] = found ?? []
    if (reference !== undefined) return this.#write(`(?:\\k<${reference}>)`)
    if (text === "(" && this.#pattern[this.#at] === "?" || this.#open.length >= maxDepth) throw new Unreadable()
    this.#open.push(this.#out.length)
    if (text === "(?>") this.#out.push(this.#counted({ kind: "atomic" }))
    else this.#out.push(text === "(" || name !== undefined ? this.#counted({ kind: "group", name }) : text)
  }

  #end(): void {
    const open = this.#open.pop()
    if (open === undefined) throw new Unreadable()
    this.#at++
    this.#out.push(")")
    this.#atom = open
  }

  #escape(): void {
    this.#at++
    const hex = this.#match(hexBraces)
    if (hex !== null) return this.#write(`\\u{${hex[1]}}`)
    const number = this.#match(/[1-9]\d{0,2}/y)
    if (number !== null) return this.#write({ kind: "reference", number: Number(number[0]) })
    const char = String.fromCodePoint(this.#pattern.codePointAt(this.#at) ?? 0)
    if (this.#at >= this.#pattern.length) throw new Unreadable()
    const name = this.#match(/[kpP](?:<\w{1,200}>|\{[^}]{0,100}\})|x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|u\{[0-9A-Fa-f]+\}/y)
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
