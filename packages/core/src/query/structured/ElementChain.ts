/** An element of a chain, with the names of the wire. */
export interface ChainElement {
  readonly tag_name: string
  readonly text: string | null
  readonly attr_class: ReadonlyArray<string> | null
  readonly href: string | null
  readonly attr_id: string | null
  readonly nth_child: number | null
  readonly nth_of_type: number | null
  readonly attributes: { readonly [name: string]: string }
  readonly order: number
}

const elementForm = /(?:[^";]|"(?:[^"\\]|\\.)*")+/g
const attributeForm = /([^"=]+)="((?:[^"\\]|\\.)*)"/g
/** The colon before the first attribute, or one at the end: classes may have colons of their own. */
const attributesBegin = /:(?=attr_|href="|nth-|text="|$)/

/** More elements than a page nests are not read. */
const mostElements = 200

const elementOf = (text: string, order: number): ChainElement => {
  const known = text.search(attributesBegin)
  const colon = known === -1 ? text.indexOf(":") : known
  const [tag = "", ...classes] = (colon === -1 ? text : text.slice(0, colon)).split(".")
  const attributes: Record<string, string> = {}
  for (const [, name = "", value = ""] of colon === -1 ? [] : text.slice(colon + 1).matchAll(attributeForm)) {
    attributes[name] = value.replaceAll("\\\"", "\"")
  }
  const { attr_id: id = null, href = null, text: shown = null } = attributes
  const numberOf = (name: string) => attributes[name] === undefined ? null : Number(attributes[name])
  return {
    tag_name: tag,
    text: shown,
    attr_class: classes.length === 0 ? null : classes,
    href,
    attr_id: id,
    nth_child: numberOf("nth-child"),
    nth_of_type: numberOf("nth-of-type"),
    attributes: Object.fromEntries(Object.entries(attributes).filter(([name]) => name.startsWith("attr__"))),
    order
  }
}

/** The elements of an `elements_chain`, the innermost first. */
export const elementsOf = (chain: string): ReadonlyArray<ChainElement> =>
  (chain.match(elementForm) ?? []).slice(0, mostElements).map(elementOf)
