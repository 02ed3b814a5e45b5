import type { AST } from "@eslint-community/regexpp"
import { atomicPrefix } from "./Dialect.ts"

/** One step of a program; it goes on with the next one unless it says otherwise. */
export type Instruction =
  | { readonly op: "char"; readonly isBackward: boolean; readonly holds: (code: number) => boolean }
  /** Goes on at `first`, and at `second` when that fails. */
  | { readonly op: "split"; first: number; second: number }
  | { readonly op: "jump"; to: number }
  | { readonly op: "save"; readonly slot: number }
  /** Fails where nothing was read since the slot was saved. */
  | { readonly op: "progress"; readonly slot: number }
  | { readonly op: "edge"; readonly holds: (codes: Codes, at: number) => boolean }
  | {
    readonly op: "repeat"
    readonly groups: ReadonlyArray<number>
    readonly anyCase: boolean
    readonly isBackward: boolean
  }
  /** Runs what follows by itself up to its end, then goes on at `next`. */
  | { readonly op: "alone"; readonly kind: "atomic" | "look" | "not"; next: number }
  | { readonly op: "end" }

/** A text as code points. */
export type Codes = ArrayLike<number>

/** A pattern, ready to be run. */
export interface Program {
  readonly instructions: ReadonlyArray<Instruction>
  /** Two for each group, then one for each loop. */
  readonly slots: number
}

/** Programs with more instructions are taken as invalid. */
const maxInstructions = 10_000

interface Mode {
  readonly i: boolean
  readonly m: boolean
  readonly s: boolean
  readonly isBackward: boolean
}

class TooLarge extends Error {}

const lineEnds: ReadonlySet<number | undefined> = new Set([0x0a, 0x0d, 0x2028, 0x2029])

type SetNode = AST.Character | AST.CharacterSet | AST.CharacterClass

class Compiler {
  readonly instructions: Array<Instruction> = []
  readonly #numbers: ReadonlyMap<AST.CapturingGroup, number>
  readonly #sets = new Map<string, (code: number) => boolean>()
  slots: number

  constructor(groups: ReadonlyArray<AST.CapturingGroup>) {
    this.#numbers = new Map(groups.map((group, index) => [group, index]))
    this.slots = groups.length * 2
  }

  emit<A extends Instruction>(instruction: A): A {
    if (this.instructions.length >= maxInstructions) throw new TooLarge()
    this.instructions.push(instruction)
    return instruction
  }

  /** Alternatives, the first that leads to a match. */
  any(alternatives: ReadonlyArray<AST.Alternative>, mode: Mode): void {
    const jumps: Array<{ to: number }> = []
    alternatives.forEach(({ elements }, index) => {
      const isLast = index === alternatives.length - 1
      const split = isLast ? undefined : this.emit({ op: "split", first: this.instructions.length + 1, second: 0 })
      for (const element of mode.isBackward ? elements.toReversed() : elements) this.element(element, mode)
      if (split === undefined) return
      jumps.push(this.emit({ op: "jump", to: 0 }))
      split.second = this.instructions.length
    })
    for (const jump of jumps) jump.to = this.instructions.length
  }

  element(node: AST.Element, mode: Mode): void {
    switch (node.type) {
      case "Character":
      case "CharacterSet":
      case "CharacterClass":
        this.emit({ op: "char", isBackward: mode.isBackward, holds: this.set(node, mode) })
        return
      case "Group":
        return this.any(node.alternatives, withModifiers(mode, node.modifiers))
      case "CapturingGroup":
        return this.group(node, mode)
      case "Quantifier":
        return this.quantifier(node, mode)
      case "Assertion":
        return this.assertion(node, mode)
      case "Backreference": {
        const groups = [node.resolved].flat().flatMap((group) => this.#numbers.get(group) ?? [])
        this.emit({ op: "repeat", groups, anyCase: mode.i, isBackward: mode.isBackward })
        return
      }
      default:
        throw new TooLarge()
    }
  }

  group(node: AST.CapturingGroup, mode: Mode): void {
    if (node.name?.startsWith(atomicPrefix) === true) {
      return this.alone("atomic", () => this.any(node.alternatives, mode))
    }
    const slot = (this.#numbers.get(node) ?? 0) * 2
    this.emit({ op: "save", slot: mode.isBackward ? slot + 1 : slot })
    this.any(node.alternatives, mode)
    this.emit({ op: "save", slot: mode.isBackward ? slot : slot + 1 })
  }

  alone(kind: "atomic" | "look" | "not", write: () => void): void {
    const alone = this.emit({ op: "alone", kind, next: 0 })
    write()
    this.emit({ op: "end" })
    alone.next = this.instructions.length
  }

  quantifier({ element, greedy, max, min }: AST.Quantifier, mode: Mode): void {
    for (let count = 0; count < min; count++) this.element(element, mode)
    const slot = this.slots++
    const choose = () => this.emit({ op: "split", first: 0, second: 0 })
    const leave = (split: { first: number; second: number }, inner: number, outer: number) => {
      split.first = greedy ? inner : outer
      split.second = greedy ? outer : inner
    }
    const body = () => {
      this.emit({ op: "save", slot })
      this.element(element, mode)
      this.emit({ op: "progress", slot })
    }
    if (max === Infinity) {
      const start = this.instructions.length
      const split = choose()
      body()
      this.emit({ op: "jump", to: start })
      return leave(split, start + 1, this.instructions.length)
    }
    const splits: Array<readonly [{ first: number; second: number }, number]> = []
    for (let count = min; count < max; count++) {
      splits.push([choose(), this.instructions.length])
      body()
    }
    for (const [split, inner] of splits) leave(split, inner, this.instructions.length)
  }

  assertion(node: AST.Assertion, mode: Mode): void {
    switch (node.kind) {
      case "lookahead":
      case "lookbehind": {
        const inner = { ...mode, isBackward: node.kind === "lookbehind" }
        return this.alone(node.negate ? "not" : "look", () => this.any(node.alternatives, inner))
      }
      case "start":
        this.emit({ op: "edge", holds: (codes, at) => at === 0 || mode.m && lineEnds.has(codes[at - 1]) })
        return
      case "end":
        this.emit({ op: "edge", holds: (codes, at) => at === codes.length || mode.m && lineEnds.has(codes[at]) })
        return
      case "word": {
        const isWord = this.matcher("\\w", { ...mode, s: false })
        const holds = (codes: Codes, at: number): boolean => {
          const [before, after] = [codes[at - 1], codes[at]]
          const isEdge = (before !== undefined && isWord(before)) !== (after !== undefined && isWord(after))
          return isEdge !== node.negate
        }
        this.emit({ op: "edge", holds })
      }
    }
  }

  set(node: SetNode, mode: Mode): (code: number) => boolean {
    return this.matcher(node.raw, mode)
  }

  /** Whether a code point is of a set. One character against one set is nothing that could take long. */
  matcher(source: string, { i, s }: Mode): (code: number) => boolean {
    const flags = `u${i ? "i" : ""}${s ? "s" : ""}`
    const known = this.#sets.get(flags + source)
    if (known !== undefined) return known
    const regex = new RegExp(`^(?:${source})$`, flags)
    const answers = new Uint8Array(128)
    const holds = (code: number): boolean => {
      if (code >= 128) return regex.test(String.fromCodePoint(code))
      if (answers[code] === 0) answers[code] = regex.test(String.fromCodePoint(code)) ? 1 : 2
      return answers[code] === 1
    }
    this.#sets.set(flags + source, holds)
    return holds
  }
}

const withModifiers = (mode: Mode, modifiers: AST.Modifiers | null): Mode => {
  if (modifiers === null) return mode
  const { add, remove } = modifiers
  const of = (on: boolean, added: boolean | undefined, removed: boolean | undefined) =>
    added === true || on && removed !== true
  return {
    ...mode,
    i: of(mode.i, add?.ignoreCase, remove?.ignoreCase),
    m: of(mode.m, add?.multiline, remove?.multiline),
    s: of(mode.s, add?.dotAll, remove?.dotAll)
  }
}

/** The program of a pattern; undefined when it would be too large. */
export const compileProgram = (
  { alternatives }: AST.Pattern,
  groups: ReadonlyArray<AST.CapturingGroup>
): Program | undefined => {
  const compiler = new Compiler(groups)
  try {
    compiler.any(alternatives, { i: false, m: false, s: false, isBackward: false })
    compiler.emit({ op: "end" })
    return { instructions: compiler.instructions, slots: compiler.slots }
  } catch (error) {
    if (error instanceof TooLarge) return undefined
    throw error
  }
}
