import type { Cell } from "../../../types/Cell.ts"
import { pointCount } from "../../CodePoints.ts"
import { type Implementation, strict } from "../Implementation.ts"
import { bytesOf, textOfBytes } from "./Bytes.ts"
import { joinTexts } from "./Lists.ts"

const encode = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (found) => `%${found.charCodeAt(0).toString(16).toUpperCase()}`)

/** Escapes as their bytes, all else as its own. */
const decode = (text: string): Cell => {
  if (!text.includes("%")) return text
  const bytes = text.split(/(%[0-9A-Fa-f]{2})/).flatMap((part, i) =>
    i % 2 === 1 ? Number.parseInt(part.slice(1), 16) : Array.from(bytesOf(part))
  )
  return textOfBytes(Uint8Array.from(bytes))
}

const patterns = new Map<string, RegExp>()

/** Our own patterns are few. */
const patternOf = (source: string): RegExp => {
  const known = patterns.get(source)
  if (known !== undefined) return known
  const made = new RegExp(source, "u")
  patterns.set(source, made)
  return made
}

const longest = 2_000

const prefixes = (text: string): ReadonlyArray<string> => {
  if (pointCount(text) > longest) return []
  const ends = Array.from(text.matchAll(/[/?#]/g), ({ index }) => index + 1).filter((end) => end > 1)
  const all = ends.at(-1) === text.length || pointCount(text) < 2 ? ends : [...ends, text.length]
  return all.map((end) => text.slice(0, end))
}

const ofPattern = (f: (text: string, pattern: RegExp) => string): Implementation =>
  strict((text: string, source: string) => f(text, patternOf(source)))

export const url = {
  encodeURLComponent: strict(encode),
  encodeURLFormComponent: strict((text: string) => encode(text).replaceAll("%20", "+")),
  decodeURLComponent: strict(decode),
  decodeURLFormComponent: strict((text: string) => decode(text.replaceAll("+", " "))),
  textPart: ofPattern((text, pattern) => pattern.exec(text)?.[1] ?? ""),
  withoutPart: ofPattern((text, pattern) => text.replace(pattern, () => "")),
  joinedTexts: strict(joinTexts),
  prefixes: strict(prefixes)
}
