import { desugared } from "./Desugared.ts"
import { isTree, type Tree } from "./Trees.ts"

/** Our statement in the terms that `ReferenceTree.ts` also speaks, without what only one of the two trees keeps. */
export const commonTree = (statement: unknown): unknown => common(desugared(statement))

const items = (value: unknown): ReadonlyArray<unknown> => Array.isArray(value) ? value : []
const all = (value: unknown): ReadonlyArray<unknown> => items(value).map(common)
const some = (name: string, value: unknown): Tree => value === undefined ? {} : { [name]: common(value) }
const flag = (name: string, value: unknown): Tree => value === true ? { [name]: true } : {}
const child = (value: unknown, key: string): unknown => isTree(value) ? value[key] : undefined

const common = (value: unknown): unknown => {
  if (!isTree(value)) return value
  switch (value["_tag"]) {
    case "Select":
      return commonSelect(value)
    case "Set":
      return {
        ...flatSet(value),
        ...(items(value["orderBy"]).length === 0 ? {} : { orderBy: items(value["orderBy"]).map(commonOrder) }),
        ...some("limit", value["limit"]),
        ...some("offset", value["offset"])
      }
    case "Number":
      return { number: String(Number(String(value["text"]).replace("inf", "Infinity"))) }
    case "Text":
      return { text: value["value"] }
    case "Boolean":
      return { constant: value["value"] }
    case "Null":
      return { constant: null }
    case "Field":
      return { field: value["path"] }
    case "Star":
      return value["without"] === undefined
        ? { field: [...items(value["path"]), "*"] }
        : { star: value["path"], without: value["without"] }
    case "Columns":
      return { matching: value["pattern"] }
    case "ColumnList":
      return { columns: all(value["columns"]) }
    case "Slice":
      return { slice: common(value["expr"]), ...some("from", value["from"]), ...some("to", value["to"]) }
    case "Placeholder":
      return { placeholder: value["path"] }
    case "Alias":
      return { alias: value["name"], expr: common(value["expr"]) }
    case "Call":
      return commonCall(value)
    case "Between":
      return { between: [value["expr"], value["low"], value["high"]].map(common), ...flag("negated", value["negated"]) }
    case "In":
      return { cohort: [value["expr"], value["set"]].map(common), ...flag("negated", value["negated"]) }
    case "Case":
      return {
        call: "_caseWithExpression",
        args: [
          value["subject"],
          ...items(value["branches"]).flatMap((branch) => [child(branch, "when"), child(branch, "then")]),
          value["else"] ?? { _tag: "Null" }
        ].map(common)
      }
    case "Cast":
      return { cast: common(value["expr"]), type: String(value["typeName"]).toLowerCase() }
    case "Index":
      return { index: [value["expr"], value["index"]].map(common), ...flag("nullSafe", value["nullSafe"]) }
    case "Member":
      return /^[0-9]+$/.test(String(value["name"]))
        ? { position: [common(value["expr"]), Number(value["name"])], ...flag("nullSafe", value["nullSafe"]) }
        : { index: [common(value["expr"]), { text: value["name"] }], ...flag("nullSafe", value["nullSafe"]) }
    case "Array":
      return { array: all(value["items"]) }
    case "Dict":
      return {
        dict: items(value["entries"]).map((entry) => [common(child(entry, "key")), common(child(entry, "value"))])
      }
    case "Lambda":
      return { lambda: value["params"], body: common(value["body"]) }
    case "Subquery":
      return common(value["query"])
    default:
      return { unknown: value["_tag"] }
  }
}

const commonCall = (value: Tree): Tree => ({
  call: value["name"],
  args: all(value["args"]),
  ...(value["params"] === undefined ? {} : { params: all(value["params"]) }),
  ...flag("distinct", value["distinct"]),
  ...(items(value["orderBy"]).length === 0 ? {} : { orderBy: items(value["orderBy"]).map(commonOrder) }),
  ...(value["over"] === undefined ? {} : { over: commonWindow(child(value["over"], "window")) })
})

const commonWindow = (window: unknown): unknown =>
  typeof window === "string" ? window : {
    partitionBy: all(child(window, "partitionBy")),
    orderBy: items(child(window, "orderBy")).map(commonOrder),
    ...(child(window, "frame") === undefined ? {} : { frame: commonFrame(child(window, "frame")) })
  }

const commonFrame = (frame: unknown): Tree => {
  const bound = (value: unknown) => {
    const count = child(value, "count")
    return `${String(child(value, "kind"))}${count === undefined || count === "unbounded" ? "" : ` ${String(count)}`}`
  }
  const end = child(frame, "end")
  return {
    unit: child(frame, "unit"),
    start: bound(child(frame, "start")),
    ...(end === undefined ? {} : { end: bound(end) })
  }
}

/** The reference keeps no place of NULLs. */
const commonOrder = (term: unknown): Tree => ({
  expr: common(child(term, "expr")),
  ...flag("descending", child(term, "descending"))
})

const flatSet = (
  value: Tree
): { readonly branches: ReadonlyArray<unknown>; readonly operators: ReadonlyArray<unknown> } => {
  const side = (branch: unknown) => {
    const hasTail = items(child(branch, "orderBy")).length > 0 || child(branch, "limit") !== undefined
    return isTree(branch) && branch["_tag"] === "Set" && !hasTail
      ? flatSet(branch)
      : { branches: [common(branch)], operators: [] }
  }
  const left = side(value["left"])
  const right = side(value["right"])
  return {
    branches: [...left.branches, ...right.branches],
    operators: [...left.operators, value["operator"], ...right.operators]
  }
}

const commonSelect = (value: Tree): Tree => ({
  with: items(value["with"]).map((table) => ({
    name: child(table, "name"),
    is: common(child(table, "query") ?? child(table, "expr")),
    kind: child(table, "_tag") === "CteQuery" ? "subquery" : "column"
  })),
  ...flag("distinct", value["distinct"]),
  columns: all(value["columns"]),
  from: value["from"] === undefined ? [] : flatFrom(value["from"]),
  ...some("prewhere", value["prewhere"]),
  ...some("where", value["where"]),
  ...(value["groupBy"] === undefined ? {} : { groupBy: all(value["groupBy"]) }),
  ...(value["sets"] === undefined ? {} : { sets: value["sets"] }),
  ...flag("totals", value["totals"]),
  ...some("having", value["having"]),
  ...some("qualify", value["qualify"]),
  ...(items(value["orderBy"]).length === 0 ? {} : { orderBy: items(value["orderBy"]).map(commonOrder) }),
  ...(value["limitBy"] === undefined ? {} : {
    limitBy: {
      ...some("limit", child(value["limitBy"], "limit")),
      ...some("offset", child(value["limitBy"], "offset")),
      by: all(child(value["limitBy"], "by"))
    }
  }),
  ...some("limit", value["limit"]),
  ...flag("withTies", value["withTies"]),
  ...some("offset", value["offset"]),
  windows: Object.fromEntries(
    items(value["windows"]).map((entry) => [String(child(entry, "name")), commonWindow(child(entry, "window"))])
  ),
  ...(value["arrayJoin"] === undefined ? {} : {
    arrayJoin: { kind: child(value["arrayJoin"], "kind"), columns: all(child(value["arrayJoin"], "columns")) }
  })
})

const flatFrom = (from: unknown): ReadonlyArray<unknown> => {
  if (child(from, "_tag") !== "Join") return [commonSource(from)]
  const [first = {}, ...rest] = flatFrom(child(from, "right"))
  const strictness = child(from, "strictness")
  const join = [child(from, "kind"), ...(strictness === undefined ? [] : [strictness])]
  const using = child(from, "using")
  return [
    ...flatFrom(child(from, "left")),
    {
      ...(isTree(first) ? first : {}),
      join,
      ...some("on", child(from, "on")),
      ...(using === undefined ? {} : { using: items(using).map((name) => ({ field: [name] })) })
    },
    ...rest
  ]
}

const commonSource = (source: unknown): Tree => {
  const alias = child(source, "alias")
  const sample = child(source, "sample")
  const named = alias === undefined ? {} : { alias }
  if (child(source, "_tag") === "Derived") return { ...named, table: common(child(source, "query")) }
  if (child(source, "_tag") === "PlaceholderTable") return { ...named, table: { placeholder: child(source, "name") } }
  return {
    ...named,
    table: { field: child(source, "path") },
    ...(child(source, "args") === undefined ? {} : { args: all(child(source, "args")) }),
    ...flag("final", child(source, "final")),
    ...(sample === undefined
      ? {}
      : { sample: [child(sample, "ratio"), child(sample, "offset")].filter((part) => part !== undefined).map(common) })
  }
}
