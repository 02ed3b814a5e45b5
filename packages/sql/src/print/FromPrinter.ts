import type { AstExpr, FromClause } from "../ast/Ast.ts"
import { printArguments, printExpr, type PrintQuery } from "./ExpressionPrinter.ts"
import { printName, printPath } from "./Names.ts"

/** One line for the first table and one for each that is joined to it; `beforeOffset` when OFFSET may come next. */
export const printFrom = (from: FromClause, query: PrintQuery, beforeOffset: boolean): ReadonlyArray<string> => {
  if (from._tag !== "Join") return [printSource(from, query, beforeOffset)]
  const right = from.right._tag === "Join"
    ? `(${printFrom(from.right, query, false).join(" ")})`
    : printSource(from.right, query, beforeOffset)
  const strictness = from.strictness === undefined ? "" : `${from.strictness.toUpperCase()} `
  const joined = `${from.kind.toUpperCase()} ${strictness}JOIN ${right}${printConstraint(from, query)}`
  return [...printFrom(from.left, query, false), joined]
}

const printConstraint = (join: Extract<FromClause, { readonly _tag: "Join" }>, query: PrintQuery): string => {
  if (join.using !== undefined) return ` USING (${join.using.map(printName).join(", ")})`
  if (join.on === undefined) return ""
  const isLoose = join.on._tag === "Alias" || join.on._tag === "Lambda"
  return ` ON ${isLoose ? `(${printExpr(join.on, query)})` : printExpr(join.on, query)}`
}

type Source = Exclude<FromClause, { readonly _tag: "Join" }>

const printSource = (source: Source, query: PrintQuery, beforeOffset: boolean): string => {
  const alias = source.alias === undefined ? "" : ` AS ${printName(source.alias)}`
  switch (source._tag) {
    case "Derived":
      return `${query(source.query)}${alias}`
    case "PlaceholderTable":
      return `{${printPath(source.name)}}${alias}`
    case "Table": {
      const args = source.args && printArguments(source.args, query)
      const final = source.final ? " FINAL" : ""
      const sample = printSample(source.sample, query)
      const table = `${printPath(source.path)}${args === undefined ? "" : `(${args})`}${alias}${final}${sample}`
      // Parentheses keep the OFFSET of the statement from being read as that of the sample.
      return beforeOffset && source.sample !== undefined && source.sample.offset === undefined ? `(${table})` : table
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
