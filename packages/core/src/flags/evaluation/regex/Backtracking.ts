import { type AST, RegExpParser, visitRegExpAST } from "@eslint-community/regexpp"
import { Option } from "effect"
import { toEcmaScript } from "./Dialect.ts"
import { type Codes, compileProgram, type Instruction, type Program } from "./Program.ts"

/** A search takes at most so many steps. */
export const maxBacktrackingSteps = 250_000

/** What a search found: undefined when it took too many steps to know. */
export interface Search {
  readonly isFound: boolean | undefined
  readonly steps: number
}

/** A pattern with what only backtracking can decide: look-around, back-references, atomic groups. */
export interface BacktrackingPattern {
  readonly search: (text: string) => Search
}

const foldCase = (code: number): string => {
  const char = String.fromCodePoint(code)
  const upper = char.toUpperCase()
  const lower = (upper.length === char.length ? upper : char).toLowerCase()
  return lower.length === char.length ? lower : char
}

const isSame = (left: number, right: number, anyCase: boolean): boolean =>
  left === right || anyCase && foldCase(left) === foldCase(right)

/** One run of a program over a text. Choices that are left stand on a stack of its own: no text exhausts that of calls. */
class Run {
  readonly #instructions: ReadonlyArray<Instruction>
  readonly #codes: Codes
  readonly #slots: Array<number>
  /** Pairs: a place in the program and in the text to go on from, or `-1 - slot` and the value that it had. */
  readonly #stack: Array<number> = []
  steps = 0

  constructor({ instructions, slots }: Program, codes: Codes) {
    this.#instructions = instructions
    this.#codes = codes
    this.#slots = Array.from({ length: slots }, () => -1)
  }

  get isExhausted(): boolean {
    return this.steps > maxBacktrackingSteps
  }

  isMatch(at: number): boolean {
    this.#slots.fill(-1)
    this.#stack.length = 0
    return this.#run(0, at) !== undefined
  }

  #set(slot: number, value: number): void {
    this.#stack.push(-1 - slot, this.#slots[slot] ?? -1)
    this.#slots[slot] = value
  }

  /** Where the program ends when it is begun here; undefined when it does not. */
  #run(start: number, from: number): number | undefined {
    const base = this.#stack.length
    let next: number | undefined = start
    let at = from
    while (true) {
      if (next === undefined) {
        const choice = this.#backtrack(base)
        if (choice === undefined) return undefined
        ;[next, at] = choice
      }
      if (++this.steps > maxBacktrackingSteps) return undefined
      const instruction = this.#instructions[next]
      if (instruction === undefined || instruction.op === "end") {
        this.#keepUndoing(base)
        return at
      }
      const moved = this.#step(instruction, next, at)
      next = moved?.[0]
      at = moved?.[1] ?? at
    }
  }

  /** Goes back to the last choice, undoing what was saved since. */
  #backtrack(base: number): readonly [number, number] | undefined {
    while (this.#stack.length > base) {
      const value = this.#stack.pop() ?? 0
      const place = this.#stack.pop() ?? 0
      if (place >= 0) return [place, value]
      this.#slots[-1 - place] = value
    }
    return undefined
  }

  /** Drops the choices that are left since; what was saved is undone when the choice before them is taken. */
  #keepUndoing(base: number): void {
    let kept = base
    for (let i = base; i < this.#stack.length; i += 2) {
      const place = this.#stack[i] ?? 0
      if (place >= 0) continue
      this.#stack[kept++] = place
      this.#stack[kept++] = this.#stack[i + 1] ?? 0
    }
    this.#stack.length = kept
  }

  #undo(base: number): void {
    this.#backtrack(base)
  }

  #step(
    instruction: Exclude<Instruction, { op: "end" }>,
    here: number,
    at: number
  ): readonly [number, number] | undefined {
    switch (instruction.op) {
      case "char": {
        const code = this.#codes[instruction.isBackward ? at - 1 : at]
        if (code === undefined || !instruction.holds(code)) return undefined
        return [here + 1, instruction.isBackward ? at - 1 : at + 1]
      }
      case "split":
        this.#stack.push(instruction.second, at)
        return [instruction.first, at]
      case "jump":
        return [instruction.to, at]
      case "save":
        this.#set(instruction.slot, at)
        return [here + 1, at]
      case "progress":
        return this.#slots[instruction.slot] === at ? undefined : [here + 1, at]
      case "edge":
        return instruction.holds(this.#codes, at) ? [here + 1, at] : undefined
      case "repeat":
        return this.#repeat(instruction, here, at)
      case "alone":
        return this.#alone(instruction, here, at)
    }
  }

  /** A group that has matched nothing yet cannot be repeated. */
  #repeat(
    { anyCase, groups, isBackward }: Extract<Instruction, { op: "repeat" }>,
    here: number,
    at: number
  ): readonly [number, number] | undefined {
    const group = groups.find((number) =>
      (this.#slots[number * 2] ?? -1) >= 0 && (this.#slots[number * 2 + 1] ?? -1) >= 0
    )
    if (group === undefined) return undefined
    const [start, end] = [this.#slots[group * 2] ?? 0, this.#slots[group * 2 + 1] ?? 0]
    const length = end - start
    const place = isBackward ? at - length : at
    if (place < 0) return undefined
    this.steps += length
    for (let i = 0; i < length; i++) {
      const [wanted, found] = [this.#codes[start + i], this.#codes[place + i]]
      if (wanted === undefined || found === undefined || !isSame(wanted, found, anyCase)) return undefined
    }
    return [here + 1, isBackward ? place : at + length]
  }

  #alone(
    { kind, next }: Extract<Instruction, { op: "alone" }>,
    here: number,
    at: number
  ): readonly [number, number] | undefined {
    const base = this.#stack.length
    const end = this.#run(here + 1, at)
    if (kind !== "not") return end === undefined ? undefined : [next, kind === "atomic" ? end : at]
    if (end !== undefined) this.#undo(base)
    return end === undefined && !this.isExhausted ? [next, at] : undefined
  }
}

const search = (program: Program, text: string): Search => {
  if (text.length > maxBacktrackingSteps) return { isFound: undefined, steps: 0 }
  const codes = Array.from(text, (char) => char.codePointAt(0) ?? 0)
  const run = new Run(program, codes)
  for (let at = 0; at <= codes.length; at++) {
    if (run.isMatch(at)) return { isFound: true, steps: run.steps }
    if (run.isExhausted) return { isFound: undefined, steps: run.steps }
  }
  return { isFound: false, steps: run.steps }
}

const parser = new RegExpParser({ ecmaVersion: 2025 })

const compile = (pattern: string): Program | undefined => {
  const source = toEcmaScript(pattern)
  if (source === undefined) return undefined
  const parsed: AST.Pattern = parser.parsePattern(source, 0, source.length, { unicode: true })
  const groups: Array<AST.CapturingGroup> = []
  visitRegExpAST(parsed, { onCapturingGroupEnter: (group) => groups.push(group) })
  return compileProgram(parsed, groups)
}

/** A pattern as the reference service reads it, ready to be searched for; none when it is invalid or too large. */
export const compileBacktracking = (pattern: string): Option.Option<BacktrackingPattern> =>
  Option.map(
    Option.flatMap(Option.liftThrowable(compile)(pattern), Option.fromUndefinedOr),
    (program): BacktrackingPattern => ({ search: (text) => search(program, text) })
  )
