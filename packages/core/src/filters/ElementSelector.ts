import { PatternRefused, readPattern } from "@hedgerow/sql/patterns/PatternParser"

/** One element of a selector. */
interface Part {
  readonly tag: string
  readonly classes: ReadonlyArray<string>
  /** Attributes that the element has; those with a value have it. */
  readonly attributes: ReadonlyArray<readonly [name: string, value: string | undefined]>
  /** Whether the next element outwards is the very parent of this one. */
  readonly isChild: boolean
}

const name = String.raw`(?:[\w-]|\\.)+`
const simple = new RegExp(
  String.raw`^(?:\.(?<of>${name})|#(?<id>${name})|:nth-(?<nth>child|of-type)\((?<at>\d+)\)`
    + String.raw`|\[(?<attribute>[\w:-]+)(?:=(?:"(?<double>[^"]*)"|'(?<single>[^']*)'|(?<bare>[\w-]+)))?\])`
)
const tagName = new RegExp(String.raw`^(?:\*|${name})`)

const plain = (text: string): string => text.replaceAll(/\\(.)/g, "$1")

const readPart = (text: string, isChild: boolean): Part | undefined => {
  const [tag = ""] = tagName.exec(text) ?? []
  const classes: Array<string> = []
  const attributes: Array<readonly [string, string | undefined]> = []
  let rest = text.slice(tag.length)
  while (rest !== "") {
    const found = simple.exec(rest)
    if (found === null) return undefined
    const { at, attribute, bare, double, id, nth, of, single } = found.groups ?? {}
    if (of !== undefined) classes.push(plain(of))
    else if (id !== undefined) attributes.push(["id", plain(id)])
    else if (nth !== undefined) attributes.push([`nth-${nth}`, at])
    else if (attribute !== undefined) attributes.push([attribute, double ?? single ?? bare])
    rest = rest.slice(found[0].length)
  }
  return { tag: plain(tag === "*" ? "" : tag), classes, attributes, isChild }
}

/** Parts and combinators, with brackets and quoted values left whole. */
const pieces = (selector: string): ReadonlyArray<string> => selector.match(/>|(?:\[[^\]]*\]|\\.|[^\s>[\\])+/g) ?? []

/** The elements that a selector names, the innermost first. */
const readSelector = (selector: string): ReadonlyArray<Part> | undefined => {
  const parts: Array<Part> = []
  let isChild = false
  for (const piece of pieces(selector)) {
    if (piece === ">") {
      if (isChild || parts.length === 0) return undefined
      isChild = true
      continue
    }
    const part = readPart(piece, isChild)
    if (part === undefined) return undefined
    parts.unshift(part)
    isChild = false
  }
  return isChild || parts.length === 0 ? undefined : parts
}

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&")

/** A value of a chain, and the text between named parts. */
const quoted = String.raw`"(?:[^"\\]|\\.)*"`
const otherClasses = String.raw`(?:\.[^.:;"]+)*`
const otherAttributes = `(?:[^"=;]*=${quoted})*`
const otherElements = `(?:(?:[^";]|${quoted})*;)*`

const isPlace = (attribute: string): boolean => attribute.startsWith("nth-")

const attributePattern = ([attribute, value]: Part["attributes"][number]): string => {
  const key = isPlace(attribute) ? attribute : `(?:attr__?)?${escaped(attribute)}`
  return `${key}=${value === undefined ? quoted : `"${escaped(value.replaceAll("\"", "\\\""))}"`}`
}

/** Attributes have the order of the alphabet in a chain, where most of them begin with `attr__`. */
const byKey = ([left]: Part["attributes"][number], [right]: Part["attributes"][number]): number => {
  const [one, other] = [left, right].map((attribute) => isPlace(attribute) ? attribute : `attr__${attribute}`)
  return (one ?? "") < (other ?? "") ? -1 : 1
}

const partPattern = ({ attributes, classes, tag }: Part): string => {
  const ofClasses = classes.toSorted().map((one) => `${otherClasses}\\.${escaped(one)}`).join("")
  const named = `${tag === "" ? String.raw`[^.:;"]*` : escaped(tag)}${ofClasses}${otherClasses}`
  if (attributes.length === 0) return `${named}(?::${otherAttributes})?`
  const ofAttributes = attributes.toSorted(byKey).map((one) => `${otherAttributes}${attributePattern(one)}`)
  return `${named}:${ofAttributes.join("")}${otherAttributes}`
}

/**
 * A pattern of chains of elements (`elements_chain`) in which an element meets the selector; undefined for what is none, or
 * too long.
 */
export const selectorPattern = (selector: string): string | undefined => {
  const parts = readSelector(selector.trim())
  if (parts === undefined) return undefined
  const chain = parts.map((part, place) => {
    const before = parts[place - 1]
    return `${before === undefined ? "" : before.isChild ? ";" : `;${otherElements}`}${partPattern(part)}`
  })
  const pattern = `^${otherElements}${chain.join("")}(?:;|$)`
  return readPattern(pattern) instanceof PatternRefused ? undefined : pattern
}

/** A pattern of chains that have an element with this tag. */
export const tagPattern = (tag: string): string => `^${otherElements}${escaped(tag)}(?:[.:;]|$)`
