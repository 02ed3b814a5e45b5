import type { AST } from "@eslint-community/regexpp"
import { makeCharacterSets, type SetMode } from "./CharacterSets.ts"
import { atomicPrefix } from "./Dialect.ts"
import type { Instruction, Program } from "./Instruction.ts"

/** Programs with more instructions are taken as invalid. */
const maxInstructions = 10_000
const maxElements = 30_000

interface Mode extends SetMode {
  readonly m: boolean
  readonly isBackward: boolean
}

class TooLarge extends Error {}

const lineEnds: ReadonlySet<number> = new Set([0x0a, 0x0d, 0x2028, 0x2029])

class Compiler {
  readonly instructions: Array<Instruction> = []
  readonly #numbers: ReadonlyMap<AST.CapturingGroup, number>
  readonly #setOf = makeCharacterSets()
  /** Elements that were written so far, also those that became no instruction. */
  #elements = 0
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
    if (++this.#elements > maxElements) throw new TooLarge()
    switch (node.type) {
      case "Character":
      case "CharacterSet":
      case "CharacterClass":
        this.emit({ op: "char", isBackward: mode.isBackward, holds: this.#setOf(node.raw, mode) })
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
        this.emit({ op: "edge", holds: (text, at) => at === 0 || mode.m && lineEnds.has(text.charCodeAt(at - 1)) })
        return
      case "end":
        this.emit({
          op: "edge",
          holds: (text, at) => at === text.length || mode.m && lineEnds.has(text.charCodeAt(at))
        })
        return
      case "word": {
        // No word character takes two units.
        const isWord = this.#setOf("\\w", { ...mode, s: false })
        const isWordAt = (text: string, at: number) => at >= 0 && at < text.length && isWord(text.charCodeAt(at))
        this.emit({
          op: "edge",
          holds: (text, at) => (isWordAt(text, at - 1) !== isWordAt(text, at)) !== node.negate
        })
      }
    }
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
