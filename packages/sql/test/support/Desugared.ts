import { operatorFunctions } from "@hedgerow/sql/print/ExpressionPrinter"
import { isTree, type Tree, withoutSpans } from "./Trees.ts"

/** The tree with every operator written as the function it means: what printing keeps of a statement. */
export const desugared = (value: unknown): unknown => lower(withoutSpans(value))

const call = (name: string, args: ReadonlyArray<unknown>): Tree => ({ _tag: "Call", name, args, distinct: false })

const list = (value: unknown): ReadonlyArray<unknown> => Array.isArray(value) ? value : []

const lower = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(lower)
  if (!isTree(value)) return value
  const tree: Tree = Object.fromEntries(Object.entries(value).map(([key, child]) => [key, lower(child)]))
  switch (value["_tag"]) {
    case "Unary":
      return tree["operator"] === "not"
        ? call("not", [tree["expr"]])
        : call("minus", [{ _tag: "Number", text: "0" }, tree["expr"]])
    case "Binary":
      return lowerBinary(value, tree)
    case "Logical":
      return call(String(tree["operator"]), list(tree["operands"]))
    case "IsNull":
      return call(tree["negated"] === true ? "isNotNull" : "isNull", [tree["expr"]])
    case "In":
      return tree["cohort"] === true
        ? tree
        : call(tree["negated"] === true ? "notIn" : "in", [tree["expr"], tree["set"]])
    case "Ternary":
      return call("if", [tree["condition"], tree["then"], tree["else"]])
    case "Case":
      return lowerCase(tree)
    case "Interval": {
      const unit = String(tree["unit"])
      return call(`toInterval${unit.charAt(0).toUpperCase()}${unit.slice(1)}`, [tree["count"]])
    }
    case "Tuple":
      return call("tuple", list(tree["items"]))
    default:
      return tree
  }
}

const lowerCase = (tree: Tree): unknown => {
  if (tree["subject"] !== undefined) return tree
  const branches = list(tree["branches"]).flatMap((branch) => isTree(branch) ? [branch["when"], branch["then"]] : [])
  return call(branches.length === 2 ? "if" : "multiIf", [...branches, tree["else"] ?? { _tag: "Null" }])
}

const lowerBinary = (source: Tree, tree: Tree): unknown => {
  const { left, right } = tree
  const caseless = () => call("concat", [{ _tag: "Text", value: "(?i)" }, right])
  switch (tree["operator"]) {
    case "!~":
      return call("not", [call("match", [left, right])])
    case "=~*":
      return call("match", [left, caseless()])
    case "!~*":
      return call("not", [call("match", [left, caseless()])])
    case "||": {
      const parts = (side: "left" | "right") => {
        const child = source[side]
        const isChain = isTree(child) && child["_tag"] === "Binary" && child["operator"] === "||"
        const lowered = tree[side]
        return isChain && isTree(lowered) ? list(lowered["args"]) : [lowered]
      }
      return call("concat", [...parts("left"), ...parts("right")])
    }
    default: {
      const names: Readonly<Record<string, string>> = operatorFunctions
      return call(names[String(tree["operator"])] ?? "", [left, right])
    }
  }
}
