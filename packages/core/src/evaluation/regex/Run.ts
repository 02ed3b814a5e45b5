import { knownCodes, otherSteps } from "./CharacterSets.ts"
import { codeBefore, isInside, isSameLetter, unitsOf } from "./CodePoints.ts"
import type { Instruction, Program } from "./Instruction.ts"

type Of<Op extends Instruction["op"]> = Extract<Instruction, { readonly op: Op }>

/** The next place in the program and in the text. */
type Move = readonly [next: number, at: number]

/** The steps that comparing letters in any case takes. */
const foldSteps = 8

/**
 * One search of a program in a text. Open choices are on its own stack: no text exhausts the call stack. Everything
 * that takes time counts as steps.
 */
export class Run {
  readonly #instructions: ReadonlyArray<Instruction>
  readonly #text: string
  readonly #maxSteps: number
  readonly #slots: Int32Array
  /** Pairs: a place in the program and in the text to go on from, or `-1 - slot` and the value that it had. */
  readonly #stack: Array<number> = []
  steps: number

  constructor({ instructions, slots }: Program, text: string, maxSteps: number) {
    this.#instructions = instructions
    this.#text = text
    this.#maxSteps = maxSteps
    this.#slots = new Int32Array(slots).fill(-1)
    this.steps = slots >> 6
  }

  get isExhausted(): boolean {
    return this.steps > this.#maxSteps
  }

  /** Whether the program matches here. A run that does not match has undone all that it saved. */
  isMatch(at: number): boolean {
    return this.#run(0, at) !== undefined
  }

  #set(slot: number, value: number): void {
    this.#stack.push(-1 - slot, this.#slots[slot] ?? -1)
    this.#slots[slot] = value
  }

  /** The end of the program's match when it starts here; undefined without a match. */
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
      if (++this.steps > this.#maxSteps) return undefined
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
  #backtrack(base: number): Move | undefined {
    while (this.#stack.length > base) {
      const value = this.#stack.pop() ?? 0
      const place = this.#stack.pop() ?? 0
      if (place >= 0) return [place, value]
      this.#slots[-1 - place] = value
    }
    return undefined
  }

  /** Drops the choices made since; saved state is restored when the choice before them is taken. */
  #keepUndoing(base: number): void {
    let kept = base
    this.steps += (this.#stack.length - base) >> 3
    for (let i = base; i < this.#stack.length; i += 2) {
      const place = this.#stack[i] ?? 0
      if (place >= 0) continue
      this.#stack[kept++] = place
      this.#stack[kept++] = this.#stack[i + 1] ?? 0
    }
    this.#stack.length = kept
  }

  #step(instruction: Exclude<Instruction, Of<"end">>, here: number, at: number): Move | undefined {
    switch (instruction.op) {
      case "char":
        return this.#char(instruction, here, at)
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
        return instruction.holds(this.#text, at) ? [here + 1, at] : undefined
      case "repeat":
        return this.#repeat(instruction, here, at)
      case "alone":
        return this.#alone(instruction, here, at)
    }
  }

  #char({ holds, isBackward }: Of<"char">, here: number, at: number): Move | undefined {
    const code = isBackward ? codeBefore(this.#text, at) : this.#text.codePointAt(at)
    if (code === undefined) return undefined
    if (code >= knownCodes) this.steps += otherSteps
    if (!holds(code)) return undefined
    return [here + 1, isBackward ? at - unitsOf(code) : at + unitsOf(code)]
  }

  /** The bounds of the first of some groups that has matched. */
  #matched(groups: ReadonlyArray<number>): Move | undefined {
    for (const group of groups) {
      this.steps++
      const [start, end] = [this.#slots[group * 2] ?? -1, this.#slots[group * 2 + 1] ?? -1]
      if (start >= 0 && end >= 0) return [start, end]
    }
    return undefined
  }

  /** A group that has matched nothing yet cannot be repeated. */
  #repeat({ anyCase, groups, isBackward }: Of<"repeat">, here: number, at: number): Move | undefined {
    const matched = this.#matched(groups)
    if (matched === undefined) return undefined
    const [start, end] = matched
    const length = end - start
    const place = isBackward ? at - length : at
    if (place < 0 || isBackward && isInside(this.#text, place)) return undefined
    for (let i = 0; i < length;) {
      const [wanted, found] = [this.#text.codePointAt(start + i), this.#text.codePointAt(place + i)]
      this.steps++
      if (wanted === undefined || found === undefined || this.isExhausted) return undefined
      if (wanted !== found && !(anyCase && this.#isSameLetter(wanted, found))) return undefined
      i += unitsOf(wanted)
    }
    return [here + 1, isBackward ? place : at + length]
  }

  #isSameLetter(left: number, right: number): boolean {
    this.steps += foldSteps
    return isSameLetter(left, right)
  }

  #alone({ kind, next }: Of<"alone">, here: number, at: number): Move | undefined {
    const base = this.#stack.length
    const end = this.#run(here + 1, at)
    if (kind !== "not") return end === undefined ? undefined : [next, kind === "atomic" ? end : at]
    if (end !== undefined) this.#backtrack(base)
    return end === undefined && !this.isExhausted ? [next, at] : undefined
  }
}
