import type { Steps } from "@hedgerow/sql/Steps"
import { Turns } from "../shared/Turns.ts"

const quote = 34
const comma = 44
const colon = 58
const backslash = 92
const opening: ReadonlySet<number> = new Set([91, 123])
const closing: ReadonlySet<number> = new Set([93, 125])

/** The place of the quote that ends the string which begins at `start`. */
const endOfString = (text: string, start: number): number => {
  let end = text.indexOf("\"", start + 1)
  while (end !== -1) {
    let before = end - 1
    while (text.charCodeAt(before) === backslash) before -= 1
    if ((end - before) % 2 === 1) return end
    end = text.indexOf("\"", end + 1)
  }
  return text.length
}

/** Others go on after so many signs. */
const signsAtOnce = 16_384

/** The members of an object that is sound JSON, as the texts of their values: nothing in them is read. */
export function* jsonMembers(text: string): Steps<ReadonlyMap<string, string>> {
  const members = new Map<string, string>()
  const turns = new Turns()
  let depth = 0
  let [start, value] = [0, -1]
  const end = (at: number): void => {
    if (value !== -1) members.set(String(JSON.parse(text.slice(start, value))), text.slice(value + 1, at))
    start = at + 1
    value = -1
  }
  for (let at = 0, turnAt = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at)
    if (sign === quote) at = endOfString(text, at)
    else if (opening.has(sign)) {
      depth += 1
      if (depth === 1) start = at + 1
    } else if (closing.has(sign)) {
      depth -= 1
      if (depth === 0) end(at)
    } else if (depth === 1 && sign === comma) end(at)
    else if (depth === 1 && sign === colon) value = at
    if (at - turnAt > signsAtOnce) {
      if (turns.areUp(at - turnAt)) yield
      turnAt = at
    }
  }
  return members
}
