import { readFileSync } from "node:fs"

/** One instruction: its name in capitals, and the rest of its line. */
export interface Instruction {
  readonly name: string
  readonly text: string
}

/** A stage of a build: the image that it begins with, its own name, and what is done. */
export interface Stage {
  readonly base: string
  readonly name: string | undefined
  readonly instructions: ReadonlyArray<Instruction>
}

const instructionOf = (line: string): Instruction => {
  const [, name = "", text = ""] = /^([A-Z]+)\s+([\s\S]*)$/.exec(line) ?? []
  if (name === "") throw new Error(`This is no instruction: ${line}`)
  return { name, text: text.trim() }
}

const stageOf = ({ text }: Instruction, instructions: ReadonlyArray<Instruction>): Stage => {
  const [base = "", , name] = text.split(/\s+/)
  return { base, name, instructions }
}

/** Reads a Dockerfile whose instructions are at the starts of lines, and go on where a line ends with a backslash. */
export const readDockerfile = (file: string): ReadonlyArray<Stage> => {
  const lines = readFileSync(file, "utf8").replace(/^#.*\n/gm, "").replace(/\\\n\s*/g, "").split("\n")
  const all = lines.filter((line) => line.trim() !== "").map(instructionOf)
  const starts = all.flatMap(({ name }, index) => name === "FROM" ? [index] : [])
  return starts.map((start, i) => {
    const [from, ...instructions] = all.slice(start, starts[i + 1])
    if (from === undefined) throw new Error(`${file} has no FROM`)
    return stageOf(from, instructions)
  })
}

/** The words of an instruction in JSON form, such as `ENTRYPOINT ["node", "x.mjs"]`. */
export const wordsOf = (text: string): ReadonlyArray<string> => JSON.parse(text) as ReadonlyArray<string>
