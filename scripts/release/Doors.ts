import assert from "node:assert/strict"
import { type ChildProcess, spawn } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { freePort } from "../free-port.ts"
import { run } from "./Packages.ts"

/** A fenced block of a guide, with the paragraph before it. */
interface Block {
  readonly before: string
  readonly language: string
  readonly text: string
}

const blocksOf = (page: string): ReadonlyArray<Block> =>
  Array.from(
    page.matchAll(/(?:([^\n]+)\n+)?^```(\w*)\n(.*?)^```$/gms),
    ([, before = "", language = "", text = ""]) => ({ before, language, text })
  )

const savedAs = ({ before }: Block): string | undefined => /Save this as `([\w.]+)`/.exec(before)?.[1]
const runBy = ({ before }: Block): string | undefined => /run `(node [^`]+)`/.exec(before)?.[1]

/** What a guide shows of an answer is in the answer: names and values of objects, whole lists. */
const holds = (shown: unknown, answer: unknown): boolean => {
  if (typeof shown !== "object" || shown === null || Array.isArray(shown)) {
    return JSON.stringify(shown) === JSON.stringify(answer)
  }
  if (typeof answer !== "object" || answer === null) return false
  const found = new Map<string, unknown>(Object.entries(answer))
  return Object.entries(shown).every(([name, value]) => holds(value, found.get(name)))
}

/** Starts what goes on until it is ended, and answers what it has printed once it is ready. */
const begin = (
  [program = "", ...args]: ReadonlyArray<string>,
  directory: string,
  ready: RegExp
): Promise<readonly [ChildProcess, output: string]> =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: directory, stdio: ["ignore", "pipe", "pipe"] })
    let output = ""
    const take = (chunk: Buffer): void => {
      output += chunk.toString("utf8")
      if (ready.test(output)) resolve([child, output])
    }
    child.stdout.on("data", take)
    child.stderr.on("data", take)
    child.once("exit", (code) => reject(new Error(`${program} ended with ${code}:\n${output}`)))
  })

const end = async (child: ChildProcess): Promise<void> => {
  const ended = new Promise((resolve) => child.once("exit", resolve))
  child.kill("SIGTERM")
  await ended
}

/** Sends a request of a guide with curl, and holds the answer to the one that the guide shows after it. */
const send = (directory: string, command: string, shown: Block | undefined): void => {
  const answer = run("sh", ["-c", command.replace(/^curl/, "curl -sS --fail-with-body")], directory)
  if (shown?.language !== "json") return
  assert.ok(holds(JSON.parse(shown.text), JSON.parse(answer)), `${command}\nanswers\n${answer}`)
}

/** Where a guide is followed: its folder, and what stands there instead of words of the guide. */
interface Place {
  readonly directory: string
  readonly words: Readonly<Record<string, string>>
}

const fill = (text: string, { words }: Place): string =>
  Object.entries(words).reduce((filled, [word, own]) => filled.replaceAll(word, own), text)

/** Follows blocks in their order: files are saved and run, requests are sent. Answers what the programs printed. */
const follow = (blocks: ReadonlyArray<Block>, place: Place): ReadonlyArray<string> =>
  blocks.flatMap((block, at) => {
    const { directory } = place
    const file = savedAs(block)
    if (file !== undefined) writeFileSync(join(directory, file), fill(block.text, place))
    if (block.language === "sh") send(directory, fill(block.text, place), blocks[at + 1])
    const command = runBy(block)
    return command === undefined ? [] : [run("sh", ["-c", command], directory)]
  })

const inGuide = (page: string): ReadonlyArray<Block> => blocksOf(readFileSync(`docs/${page}`, "utf8"))

/** The packages that a guide installs, in its blocks. */
export const installedBy = (page: string): ReadonlyArray<string> =>
  inGuide(page).flatMap(({ text }) => Array.from(text.matchAll(/^npm install (.*)$/gm), ([, words = ""]) => words))
    .flatMap((words) => words.split(" ").filter((word) => !word.startsWith("-")))

/** The guide of the server, over the program that is installed in a directory. */
export const openServer = async (directory: string): Promise<void> => {
  const program = join(directory, "node_modules/.bin/hedgerow")
  const port = String(await freePort())
  const serve = ["env", `HEDGEROW_PORT=${port}`, program, "serve"]
  const [child, output] = await begin(serve, directory, /phx_\S+[\s\S]*curl/)
  const [key = "", token = ""] = [/phx_\w+/, /phc_\w+/].map((pattern) => pattern.exec(output)?.[0])
  const words = { "phx_…": key, "phc_…": token, "8000": port }
  try {
    const printed = follow(inGuide("server.md"), { directory, words })
    assert.equal(printed.at(-1), "true\nfalse\n")
  } finally {
    await end(child)
  }
}

/** The guide of embedding: its first program, and the requests to it. */
export const openLibrary = async (directory: string): Promise<void> => {
  const [program, ...requests] = inGuide("embedding.md").filter((block) =>
    savedAs(block) === "app.mjs" || ["sh", "json"].includes(block.language)
  )
  assert.ok(program !== undefined && requests.length > 0)
  const place = { directory, words: { "8080": String(await freePort()) } }
  writeFileSync(join(directory, "app.mjs"), fill(program.text, place))
  const [child] = await begin([process.execPath, "app.mjs"], directory, /Ready on/)
  try {
    follow(requests, place)
  } finally {
    await end(child)
  }
}

/** The guide of testing: the shop and its tests. */
export const openHarness = (directory: string): void => {
  const files = inGuide("testing.md").filter((block) => savedAs(block) !== undefined)
  const [printed = ""] = follow(files, { directory, words: {} })
  assert.match(printed, /pass 4\n/)
}
