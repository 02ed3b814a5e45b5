import type { CommonTable, FromClause, Statement } from "./Ast.ts"

type Table = Extract<FromClause, { readonly _tag: "Table" }>

/** The names of WITH in force at a place, the last before the first. */
interface Names {
  readonly name: string
  readonly outer: Names | undefined
}

/** A part of a statement that is still to be read, and the names in force there. */
interface Part {
  readonly node: unknown
  readonly names: Names | undefined
}

const isHidden = (name: string, names: Names | undefined): boolean => {
  for (let one = names; one !== undefined; one = one.outer) if (one.name === name) return true
  return false
}

/** The parts of a WITH, each with the names before it, and the names behind the WITH. */
const withParts = (
  tables: ReadonlyArray<CommonTable>,
  outer: Names | undefined
): { readonly parts: ReadonlyArray<Part>; readonly names: Names | undefined } => {
  let names = outer
  const parts = tables.map((table): Part => {
    const before = names
    if (table._tag === "CteExpr") return { node: table.expr, names: before }
    names = { name: table.name, outer: before }
    return { node: table.query, names: table.recursive ? names : before }
  })
  return { parts, names }
}

const firstWith = (statement: Statement): ReadonlyArray<CommonTable> => {
  let first = statement
  while (first._tag === "Set") first = first.left
  return first.with
}

const isStatement = (node: object): node is Statement =>
  "_tag" in node && (node._tag === "Select" || node._tag === "Set")

const isTable = (node: object): node is Table => "_tag" in node && node._tag === "Table"

const innerParts = (node: object, names: Names | undefined): ReadonlyArray<Part> => {
  const all = (parts: object, within: Names | undefined) =>
    Object.values(parts).map((node): Part => ({ node, names: within }))
  if (!isStatement(node)) return all(node, names)
  if (node._tag === "Select") {
    const { with: tables, ...clauses } = node
    const { names: behind, parts } = withParts(tables, names)
    return [...parts, ...all(clauses, behind)]
  }
  // The WITH of the first SELECT is in force in the whole set.
  const { left, ...others } = node
  return [{ node: left, names }, ...all(others, withParts(firstWith(left), names).names)]
}

/** The tables of a statement's FROM clauses whose names are of no WITH inside it, in their order, however deep they are. */
export function* freeTables(root: Statement): Generator<Table> {
  const open: Array<Part> = [{ node: root, names: undefined }]
  while (open.length > 0) {
    const { names, node } = open.pop() ?? { names: undefined, node: undefined }
    if (typeof node !== "object" || node === null) continue
    if (isTable(node) && !isHidden(node.path.join("."), names)) yield node
    open.push(...innerParts(node, names).toReversed())
  }
}
