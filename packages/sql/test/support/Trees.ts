/** A tree as data: what is left of an AST when the exact types do not matter. */
export interface Tree {
  readonly [key: string]: unknown
}

export const isTree = (value: unknown): value is Tree =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** The tree without the places of its nodes in the text, and without fields that are undefined. */
export const withoutSpans = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutSpans)
  if (!isTree(value)) return value
  const isSpan = (key: string) => (key === "start" || key === "end") && typeof value[key] === "number"
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, child]) =>
      child === undefined || isSpan(key) ? [] : [[key, withoutSpans(child)]]
    )
  )
}

/** One line for a tree: names and numbers as they are, other nodes as `Tag(field=…)` without empty fields. */
export const treeText = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(treeText).join(" ")}]`
  if (!isTree(value)) return JSON.stringify(value)
  if (value["_tag"] === "Field" && Array.isArray(value["path"])) return value["path"].join(".")
  if (value["_tag"] === "Number") return String(value["text"])
  if (value["_tag"] === "Text") return `'${String(value["value"])}'`
  const fields = Object.entries(value).flatMap(([key, child]) => {
    const isEmpty = child === undefined || (child === false && key !== "value") ||
      (Array.isArray(child) && child.length === 0)
    const isSpan = (key === "start" || key === "end") && typeof child === "number"
    return key === "_tag" || isSpan || isEmpty ? [] : [`${key}=${treeText(child)}`]
  })
  return `${String(value["_tag"] ?? "")}(${fields.join(" ")})`
}
