/** Elements as lists of objects (`$elements`), which mobile SDKs send of what was touched. */
import { sanitizeText } from "@hedgerow/sql/types/CanonicalJson"
import { isJsonRecord, type JsonRecord } from "../shared/JsonRecord.ts"

/** More elements than a page nests are left out. */
const mostElements = 200

/** The longest text and address, in characters. */
const [longestText, longestAddress] = [400, 2_048] as const

const own = "attr__"

const textOf = (value: unknown): string | undefined =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : undefined

const withoutEnd = (text: string): string => {
  let end = text.length
  while (text[end - 1] === "\\") end--
  return text.slice(0, end)
}

/** A value between quotes: backslashes before a quote, or at the end, would hide the quote. */
const quoted = (value: string): string => `"${value.split("\"").map(withoutEnd).join("\\\"")}"`

const nameOf = (name: string): string => name.replaceAll(/["=\\]/g, "")

const classesOf = (value: unknown): ReadonlyArray<string> => {
  const sent = Array.isArray(value) ? value : textOf(value)?.split(/\s+/) ?? []
  const names = sent.flatMap((one) => textOf(one)?.replaceAll("\"", "") ?? [])
  return names.filter((one) => one !== "").toSorted()
}

const given = (name: string, value: string | undefined, longest = Infinity): JsonRecord =>
  value === undefined || value === "" ? {} : { [name]: value.slice(0, longest) }

const elementText = (element: JsonRecord): string => {
  const attributes = {
    "nth-child": textOf(element["nth_child"]) ?? "0",
    "nth-of-type": textOf(element["nth_of_type"]) ?? "0",
    ...given("text", textOf(element["$el_text"]), longestText),
    ...given("href", textOf(element["attr__href"]), longestAddress),
    ...given("attr_id", textOf(element["attr__id"])),
    ...Object.fromEntries(Object.entries(element).filter(([name]) => name.startsWith(own)))
  }
  const written = Object.entries(attributes).toSorted(([one], [other]) => one < other ? -1 : 1)
    .flatMap(([name, value]) => {
      const text = textOf(value)
      return text === undefined ? [] : [`${nameOf(name)}=${quoted(text)}`]
    })
  const classes = classesOf(element["attr__class"]).map((name) => `.${name}`)
  return `${textOf(element["tag_name"])?.replaceAll(/["\\;:]/g, "") ?? ""}${classes.join("")}:${written.join("")}`
}

/** The chain of elements that a list of them means, as SDKs of browsers write it; empty for what is no list. */
const chainOf = (elements: unknown): string =>
  Array.isArray(elements) ? elements.slice(0, mostElements).filter(isJsonRecord).map(elementText).join(";") : ""

/** The chain of an event's elements: as it was sent, or of the list that was sent. */
export const elementsChain = (properties: JsonRecord): string => {
  const { $elements: elements, $elements_chain: chain } = properties
  return sanitizeText(typeof chain === "string" && chain !== "" ? chain : chainOf(elements))
}
