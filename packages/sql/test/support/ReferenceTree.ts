import { isTree, type Tree } from "./Trees.ts"

/** The reference grammar's statement in the terms of `CommonTree.ts`. */
export const referenceTree = (value: unknown): unknown => {
  if (!isTree(value)) return value
  const at = (key: string) => referenceTree(value[key])
  switch (value["node"]) {
    case "SelectQuery":
      return selectTree(value)
    case "SelectSetQuery":
      return { ...flatSet(value), ...tail(value) }
    case "Constant":
      return constantTree(value)
    case "Field":
      return { field: value["chain"] }
    case "Placeholder":
      return { placeholder: child(value["expr"], "chain") }
    case "Alias":
      return { alias: value["alias"], expr: at("expr") }
    case "Call":
      return {
        call: value["name"],
        args: all(value["args"]),
        ...(isPresent(value["params"]) ? { params: all(value["params"]) } : {}),
        ...flag("distinct", value["distinct"]),
        ...(items(value["order_by"]).length === 0 ? {} : { orderBy: items(value["order_by"]).map(orderTree) })
      }
    case "WindowFunction":
      return windowCall(value)
    case "ArithmeticOperation":
      return { call: arithmetic[String(value["op"])], args: [at("left"), at("right")] }
    case "CompareOperation":
      return comparisonTree(value)
    case "And":
    case "Or":
      return { call: value["node"].toLowerCase(), args: all(value["exprs"]) }
    case "Not":
      return { call: "not", args: [at("expr")] }
    case "BetweenExpr":
      return { between: [at("expr"), at("low"), at("high")], ...flag("negated", value["negated"]) }
    case "ArrayAccess":
      return { index: [at("array"), at("property")], ...flag("nullSafe", value["nullish"]) }
    case "TupleAccess":
      return { position: [at("tuple"), value["index"]], ...flag("nullSafe", value["nullish"]) }
    case "TypeCast":
      return { cast: at("expr"), type: String(value["type_name"]).toLowerCase() }
    case "Array":
      return { array: all(value["exprs"]) }
    case "Tuple":
      return { call: "tuple", args: all(value["exprs"]) }
    case "Dict":
      return { dict: items(value["items"]).map(all) }
    case "ArraySlice":
      return { slice: at("array"), ...some("from", value["start_expr"]), ...some("to", value["end_expr"]) }
    case "ColumnsExpr":
      return columnsTree(value)
    case "Lambda":
      return { lambda: value["args"], body: at("expr") }
    default:
      return { unknown: value["node"] }
  }
}

const isPresent = (value: unknown): boolean => value !== undefined && value !== null
const items = (value: unknown): ReadonlyArray<unknown> => Array.isArray(value) ? value : []
const all = (value: unknown): ReadonlyArray<unknown> => items(value).map(referenceTree)
const some = (name: string, value: unknown): Tree => isPresent(value) ? { [name]: referenceTree(value) } : {}
const flag = (name: string, value: unknown): Tree => value === true ? { [name]: true } : {}
const child = (value: unknown, key: string): unknown => isTree(value) ? value[key] : undefined

const columnsTree = (value: Tree): Tree =>
  value["all_columns"] === true
    ? { star: [], without: value["exclude"] }
    : isPresent(value["regex"])
    ? { matching: value["regex"] }
    : { columns: all(value["columns"]) }

const constantTree = (value: Tree): Tree => {
  const constant = value["value"]
  if (value["value_type"] === "number" || typeof constant === "number") return { number: String(Number(constant)) }
  return typeof constant === "string" ? { text: constant } : { constant }
}

const arithmetic: Readonly<Record<string, string>> = {
  "+": "plus",
  "-": "minus",
  "*": "multiply",
  "/": "divide",
  "%": "modulo"
}

const comparisons: Readonly<Record<string, string>> = {
  "==": "equals",
  "!=": "notEquals",
  "<": "less",
  "<=": "lessOrEquals",
  ">": "greater",
  ">=": "greaterOrEquals",
  "like": "like",
  "not like": "notLike",
  "ilike": "ilike",
  "not ilike": "notILike",
  "in": "in",
  "not in": "notIn",
  "=~": "match"
}

const comparisonTree = (value: Tree): Tree => {
  const op = String(value["op"])
  const [left, right] = [referenceTree(value["left"]), referenceTree(value["right"])]
  if (value["is_null_comparison_style"] === true) return { call: op === "==" ? "isNull" : "isNotNull", args: [left] }
  if (op.endsWith("in cohort")) return { cohort: [left, right], ...flag("negated", op.startsWith("not")) }
  if (!op.includes("~") || op === "=~") return { call: comparisons[op], args: [left, right] }
  const pattern = op.endsWith("*") ? { call: "concat", args: [{ text: "(?i)" }, right] } : right
  const match = { call: "match", args: [left, pattern] }
  return op.startsWith("!") ? { call: "not", args: [match] } : match
}

/** With two lists of arguments the reference calls the first one `exprs` and the second `args`. */
const windowCall = (value: Tree): Tree => {
  const first = all(value["exprs"])
  const second = all(value["args"])
  return {
    call: value["name"],
    ...(second.length === 0 ? { args: first } : { args: second, params: first }),
    over: value["over_identifier"] ?? windowTree(value["over_expr"])
  }
}

const windowTree = (window: unknown): Tree => {
  const end = child(window, "frame_end")
  const bound = (value: unknown) => {
    const count = child(value, "frame_value")
    return `${String(child(value, "frame_type")).toLowerCase()}${isPresent(count) ? ` ${String(count)}` : ""}`
  }
  return {
    partitionBy: all(child(window, "partition_by")),
    orderBy: items(child(window, "order_by")).map(orderTree),
    ...(isPresent(child(window, "frame_method"))
      ? {
        frame: {
          unit: String(child(window, "frame_method")).toLowerCase(),
          start: bound(child(window, "frame_start")),
          ...(isPresent(end) ? { end: bound(end) } : {})
        }
      }
      : {})
  }
}

const orderTree = (term: unknown): Tree => ({
  expr: referenceTree(child(term, "expr")),
  ...flag("descending", child(term, "order") === "DESC")
})

const tail = (value: Tree): Tree => ({
  ...(items(value["order_by"]).length === 0 ? {} : { orderBy: items(value["order_by"]).map(orderTree) }),
  ...some("limit", value["limit"]),
  ...flag("withTies", value["limit_with_ties"]),
  ...some("offset", value["offset"])
})

const flatSet = (
  value: Tree
): { readonly branches: ReadonlyArray<unknown>; readonly operators: ReadonlyArray<unknown> } => {
  const side = (branch: unknown) =>
    isTree(branch) && branch["node"] === "SelectSetQuery" && !isPresent(branch["limit"]) &&
      !isPresent(branch["order_by"])
      ? flatSet(branch)
      : { branches: [referenceTree(branch)], operators: [] }
  const branches: Array<unknown> = []
  const operators: Array<unknown> = []
  for (const entry of [{ select_query: value["initial_select_query"] }, ...items(value["subsequent_select_queries"])]) {
    const operator = child(entry, "set_operator")
    const flat = side(child(entry, "select_query"))
    if (operator !== undefined) operators.push(String(operator).toLowerCase())
    branches.push(...flat.branches)
    operators.push(...flat.operators)
  }
  return { branches, operators }
}

const selectTree = (value: Tree): Tree => ({
  with: items(value["ctes"]).map((table) => ({
    name: child(table, "name"),
    is: referenceTree(child(table, "expr")),
    kind: child(table, "cte_type")
  })),
  ...flag("distinct", value["distinct"]),
  columns: all(value["select"]),
  from: flatFrom(value["select_from"]),
  ...some("prewhere", value["prewhere"]),
  ...some("where", value["where"]),
  ...(isPresent(value["group_by"]) ? { groupBy: all(value["group_by"]) } : {}),
  ...some("having", value["having"]),
  ...some("qualify", value["qualify"]),
  ...(isPresent(value["limit_by"])
    ? {
      limitBy: {
        ...some("limit", child(value["limit_by"], "n")),
        ...some("offset", child(value["limit_by"], "offset_value")),
        by: all(child(value["limit_by"], "exprs"))
      }
    }
    : {}),
  ...tail(value),
  windows: Object.fromEntries(
    Object.entries(isTree(value["window_exprs"]) ? value["window_exprs"] : {})
      .map(([name, window]) => [name, windowTree(window)])
  ),
  ...(isPresent(value["array_join_op"])
    ? {
      arrayJoin: {
        kind: String(value["array_join_op"]).startsWith("LEFT") ? "left" : "inner",
        columns: all(value["array_join_list"])
      }
    }
    : {})
})

const flatFrom = (join: unknown): ReadonlyArray<unknown> => {
  if (!isTree(join)) return []
  const constraint = child(join["constraint"], "expr")
  const names = child(constraint, "node") === "Tuple" ? items(child(constraint, "exprs")) : [constraint]
  const isUsing = child(join["constraint"], "constraint_type") === "USING"
  return [
    {
      ...(isPresent(join["alias"]) ? { alias: join["alias"] } : {}),
      table: referenceTree(join["table"]),
      ...(isPresent(join["table_args"]) ? { args: all(join["table_args"]) } : {}),
      ...flag("final", join["table_final"]),
      ...(isPresent(join["sample"])
        ? {
          sample: [child(join["sample"], "sample_value"), child(join["sample"], "offset_value")].filter(isPresent)
            .map(ratioTree)
        }
        : {}),
      ...(isPresent(join["join_type"]) ? { join: joinWords(String(join["join_type"])) } : {}),
      ...(isPresent(constraint) ? isUsing ? { using: names.map(referenceTree) } : some("on", constraint) : {})
    },
    ...flatFrom(join["next_join"])
  ]
}

const ratioTree = (ratio: unknown): unknown =>
  isPresent(child(ratio, "right"))
    ? { call: "divide", args: [child(ratio, "left"), child(ratio, "right")].map(referenceTree) }
    : referenceTree(child(ratio, "left"))

/** Kind first, then strictness; a join without a kind is inner. */
const joinWords = (type: string): ReadonlyArray<string> => {
  const words = type.toLowerCase().split(" ").filter((word) => word !== "join" && word !== "outer")
  const kinds = new Set(["inner", "left", "right", "full", "cross"])
  const kind = words.find((word) => kinds.has(word)) ?? "inner"
  return [kind, ...words.filter((word) => !kinds.has(word))]
}
