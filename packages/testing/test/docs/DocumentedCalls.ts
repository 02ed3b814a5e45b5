import { isJsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { readFileSync } from "node:fs"

/** A fenced block of a page. */
export interface Block {
  readonly language: string
  readonly text: string
}

/** The text of a page in `docs/`. */
export const pageOf = (name: string): string =>
  readFileSync(new URL(`../../../../docs/${name}`, import.meta.url), "utf8")

/** The fenced blocks of a page, in their order. */
export const blocksOf = (page: string): ReadonlyArray<Block> =>
  [...page.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language = "", text = ""]) => ({ language, text }))

/** A request as curl would send it. */
export interface DocumentedCall {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

const wordsOf = (command: string): ReadonlyArray<string> =>
  [...command.replaceAll("\\\n", " ").matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? "")

const taking = new Set(["-X", "-H", "-d"])

/** Reads a curl command with the options that pages use. */
export const callOf = (command: string): DocumentedCall => {
  const [program, ...words] = wordsOf(command.trim())
  if (program !== "curl") throw new Error(`No curl command: ${command}`)
  const options = words.flatMap((word, at) => taking.has(word) ? [[word, words[at + 1] ?? ""] as const] : [])
  const valueOf = (name: string) => options.find(([option]) => option === name)?.[1]
  const url = words.find((word) => word.startsWith("http"))
  if (url === undefined) throw new Error(`No address: ${command}`)
  const { pathname, search } = new URL(url)
  const headers = options.filter(([name]) => name === "-H").map(([, header]) => header.split(": ", 2))
  const body = valueOf("-d")
  return {
    method: valueOf("-X") ?? (body === undefined ? "GET" : "POST"),
    path: `${pathname}${search}`,
    headers: { "user-agent": "curl/8.5.0", ...Object.fromEntries(headers) as Readonly<Record<string, string>> },
    body
  }
}

/** The part of an answer that a shortened one shows. */
export const shownPart = (shown: unknown, answer: unknown): unknown => {
  if (Array.isArray(shown) && Array.isArray(answer)) {
    return answer.map((item: unknown, at) => at < shown.length ? shownPart(shown[at], item) : item)
  }
  if (!isJsonRecord(shown) || !isJsonRecord(answer)) return answer
  return Object.fromEntries(Object.keys(shown).map((name) => [name, shownPart(shown[name], answer[name])]))
}
