/** A member of a JSON object: its decoded name, and where its value stands in the text. */
export interface MemberSlice {
  readonly key: string
  /** The start of the quoted name. */
  readonly start: number
  readonly valueStart: number
  readonly end: number
}

/** The place of an element of a JSON array in the text. */
export interface ElementSlice {
  readonly start: number
  readonly end: number
}

/** Code units of JSON's own characters. */
export const quote = 0x22
const backslash = 0x5c
export const comma = 0x2c
export const openBrace = 0x7b
export const closeBrace = 0x7d
export const openBracket = 0x5b
export const closeBracket = 0x5d

const skipSpace = (text: string, from: number): number => {
  let at = from
  while (text.charCodeAt(at) <= 0x20) at++
  return at
}

const isEscaped = (text: string, at: number): boolean => {
  let before = at - 1
  while (text.charCodeAt(before) === backslash) before--
  return (at - before) % 2 === 0
}

/** The place after the string that begins at `start`. */
export const endOfString = (text: string, start: number): number => {
  let close = text.indexOf("\"", start + 1)
  while (close !== -1 && isEscaped(text, close)) close = text.indexOf("\"", close + 1)
  return close === -1 ? text.length : close + 1
}

const endOfContainer = (text: string, start: number): number => {
  let depth = 0
  let at = start
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (code === quote) {
      at = endOfString(text, at)
      continue
    }
    if (code === openBrace || code === openBracket) depth++
    if ((code === closeBrace || code === closeBracket) && --depth === 0) return at + 1
    at++
  }
  return at
}

const endOfScalar = (text: string, start: number): number => {
  let at = start
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (code === comma || code === closeBrace || code === closeBracket || code <= 0x20) return at
    at++
  }
  return at
}

const endOfValue = (text: string, start: number): number => {
  const code = text.charCodeAt(start)
  if (code === quote) return endOfString(text, start)
  return code === openBrace || code === openBracket ? endOfContainer(text, start) : endOfScalar(text, start)
}

const decodeName = (text: string, start: number, end: number): string => {
  const raw = text.slice(start + 1, end - 1)
  return raw.includes("\\") ? JSON.parse(text.slice(start, end)) as string : raw
}

/** The members of the object that stands in `text` from `from` on, in order and with repeated names. */
export const objectMembers = (text: string, from = 0): ReadonlyArray<MemberSlice> => {
  const members: Array<MemberSlice> = []
  let at = skipSpace(text, skipSpace(text, from) + 1)
  while (text.charCodeAt(at) === quote) {
    const nameEnd = endOfString(text, at)
    const valueStart = skipSpace(text, skipSpace(text, nameEnd) + 1)
    const end = endOfValue(text, valueStart)
    members.push({ key: decodeName(text, at, nameEnd), start: at, valueStart, end })
    const next = skipSpace(text, end)
    if (text.charCodeAt(next) !== comma) break
    at = skipSpace(text, next + 1)
  }
  return members
}

/** The elements of the array that stands in `text` from `from` on. */
export const arrayElements = (text: string, from = 0): ReadonlyArray<ElementSlice> => {
  const elements: Array<ElementSlice> = []
  let at = skipSpace(text, skipSpace(text, from) + 1)
  while (at < text.length && text.charCodeAt(at) !== closeBracket) {
    const end = endOfValue(text, at)
    elements.push({ start: at, end })
    const next = skipSpace(text, end)
    if (text.charCodeAt(next) !== comma) break
    at = skipSpace(text, next + 1)
  }
  return elements
}

/** The text of the value of the last member of that name, which is the one that counts. */
export const memberText = (text: string, members: ReadonlyArray<MemberSlice>, key: string): string | undefined => {
  const found = members.findLast((member) => member.key === key)
  return found === undefined ? undefined : text.slice(found.valueStart, found.end)
}

/** The object's text with a member of this value text added at its end. */
export const appendMember = (object: string, key: string, value: string): string => {
  const close = object.lastIndexOf("}")
  const isEmpty = object.charCodeAt(skipSpace(object, skipSpace(object, 0) + 1)) === closeBrace
  return `${object.slice(0, close)}${isEmpty ? "" : ","}${JSON.stringify(key)}:${value}${object.slice(close)}`
}

/** The object's text with the value of the last member of that name replaced, or the member added. */
export const setMember = (object: string, key: string, value: string): string => {
  const found = objectMembers(object).findLast((member) => member.key === key)
  if (found === undefined) return appendMember(object, key, value)
  return object.slice(0, found.valueStart) + value + object.slice(found.end)
}

/** One object's text from two: members of `over` win, every value keeps its bytes. */
export const overlayObjects = (under: string, over: string): string => {
  const above = objectMembers(over)
  const names = new Set(above.map((member) => member.key))
  const kept = objectMembers(under).filter((member) => !names.has(member.key))
  const texts = [
    ...kept.map((member) => under.slice(member.start, member.end)),
    ...above.map((member) => over.slice(member.start, member.end))
  ]
  return `{${texts.join(",")}}`
}
