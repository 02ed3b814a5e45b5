import type { AstExpr, FromClause } from "./Ast.ts"
import { printExpr, type PrintQuery } from "./ExpressionPrinter.ts"
import { printName, printPath } from "./Names.ts"

/** One line for the first table and one for each that is joined to it. */
export const printFrom = (from: FromClause, query: PrintQuery): ReadonlyArray<string> => {
  if (from._tag !== "Join") return [printSource(from, query)]
  const right = from.right._tag === "Join"
    ? `(${printFrom(from.right, query).join(" ")})`
    : printSource(from.right, query)
  const strictness = from.strictness === undefined ? "" : `${from.strictness.toUpperCase()} `
  const joined = `${from.kind.toUpperCase()} ${strictness}JOIN ${right}${printConstraint(from, query)}`
  return [...printFrom(from.left, query), joined]
}

const printConstraint = (join: Extract<FromClause, { readonly _tag: "Join" }>, query: PrintQuery): string => {
  if (join.using !== undefined) return ` USING (${join.using.map(printName).join(", ")})`
  if (join.on === undefined) return ""
  const isLoose = join.on._tag === "Alias" || join.on._tag === "Lambda"
  return ` ON ${isLoose ? `(${printExpr(join.on, query)})` : printExpr(join.on, query)}`
}

const printSource = (source: Exclude<FromClause, { readonly _tag: "Join" }>, query: PrintQuery): string => {
  const alias = source.alias === undefined ? "" : ` AS ${printName(source.alias)}`
  switch (source._tag) {
    case "Derived":
      return `${query(source.query)}${alias}`
    case "PlaceholderTable":
      return `{${printPath(source.name)}}${alias}`
    case "Table": {
      const args = source.args?.map((arg) => printExpr(arg, query)).join(", ")
      return `${printPath(source.path)}${args === undefined ? "" : `(${args})`}${alias}${source.final ? " FINAL" : ""}${
        printSample(source.sample, query)
      }`
    }
  }
}

const printSample = (
  sample: { readonly ratio: AstExpr; readonly offset: AstExpr | undefined } | undefined,
  query: PrintQuery
): string => {
  if (sample === undefined) return ""
  const offset = sample.offset === undefined ? "" : ` OFFSET ${printRatio(sample.offset, query)}`
  return ` SAMPLE ${printRatio(sample.ratio, query)}${offset}`
}

const printRatio = (ratio: AstExpr, query: PrintQuery): string =>
  ratio._tag === "Binary"
    ? `${printExpr(ratio.left, query)}/${printExpr(ratio.right, query)}`
    : printExpr(ratio, query)
