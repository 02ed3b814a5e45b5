import type { Call, Expr } from "../../plan/Plan.ts"
import { argument } from "../../plan/PlanWalk.ts"
import { canLackResult } from "../../plan/ResultTypes.ts"
import { mayBeNaN } from "../../render/Rendering.ts"
import { defaultCell } from "../../types/DefaultCell.ts"
import { isComposite, isInteger, type SqlType } from "../../types/SqlType.ts"
import { chType, nullableChType, nulls } from "../ChType.ts"
import { bind, type ExprRenderer, type FunctionRenderings, predicate, value, valueOf } from "../ExprRenderer.ts"
import { sqlText } from "../SqlText.ts"
import { int64OrNull } from "./Arithmetic.ts"
import { sortable } from "./Comparison.ts"

const cast = (text: string, type: SqlType): string => `CAST(${text}, ${sqlText(chType(type))})`

const array = value((call, r) => cast(`[${call.args.map(r.value).join(", ")}]`, call.type))

/** The member, or what the dialect has in place of one that is not there: members may be NULL in ClickHouse. */
const orDefault = (text: string, type: SqlType, r: ExprRenderer): string => {
  if (type.nullable || nullableChType(type) === chType(type)) return text
  return `ifNull(${text}, ${r.parameters.value(defaultCell(type), type)})`
}

/** A place where no array has a member: ClickHouse refuses the place 0. */
const nowhere = 9_007_199_254_740_991

const arrayElement = (call: Call, r: ExprRenderer): string => {
  const [list, place] = [argument(call, 0), argument(call, 1)]
  const at = place._tag === "Literal"
    ? String(Number(place.value) === 0 ? nowhere : place.value)
    : r.value(place)
  return orDefault(`(${r.value(list)})[${at}]`, call.type, r)
}

const tupleElement = (call: Call, r: ExprRenderer): string => {
  const place = argument(call, 1)
  return `tupleElement(${r.value(argument(call, 0))}, ${place._tag === "Literal" ? Number(place.value) : 1})`
}

/** ClickHouse takes a NULL that a column holds for the default of its type: an empty text has it. */
const hasWanted = (wanted: Expr) => (list: string, value: string): string => {
  const found = wanted.type.nullable
    ? `if(isNull(${value}), has(${list}, NULL), has(${list}, ${value}))`
    : `has(${list}, ${value})`
  return mayBeNaN(wanted) ? `(${found} AND NOT ifNull(isNaN(${value}), 0))` : found
}

/** A list that is the same for all rows ClickHouse looks up in its index, where a NULL fails: known values need none. */
const listFor = (list: Expr, wanted: Expr, r: ExprRenderer): string =>
  wanted.type.nullable || list.type.kind !== "Array" || !list.type.element.nullable
    ? r.value(list)
    : `arrayFilter(u -> isNotNull(u), ${r.value(list)})`

const has = (call: Call, r: ExprRenderer): string => {
  const wanted = argument(call, 1)
  const found = hasWanted(wanted)
  return bind([listFor(argument(call, 0), wanted, r), r.value(wanted)], (list = "", value = "") => found(list, value))
}

/** Of equal keys the first: ClickHouse itself takes the value of any of them. */
const mapElement = (call: Call, r: ExprRenderer): string => {
  const wanted = argument(call, 1)
  const place = (map: string, key: string): string => {
    const found = `indexOf(mapKeys(${map}), ${wanted.type.nullable ? `assumeNotNull(${key})` : key})`
    const isNone = [
      ...wanted.type.nullable ? [`isNull(${key})`] : [],
      ...mayBeNaN(wanted) ? [`ifNull(isNaN(${key}), 0)`] : [],
      `${found} = 0`
    ]
    return `if(${isNone.join(" OR ")}, ${nowhere}, ${found})`
  }
  return bind(
    [r.value(argument(call, 0)), r.value(wanted)],
    (map = "", key = "") => orDefault(`mapValues(${map})[${place(map, key)}]`, call.type, r)
  )
}

const nullsIn = (list: Expr): string => {
  const element: SqlType = list.type.kind === "Array" ? list.type.element : { kind: "Nothing", nullable: true }
  return isComposite(element)
    ? `defaultValueOfTypeName(${sqlText(chType(element))})`
    : `CAST(NULL, ${sqlText(nullableChType(element))})`
}

/** The arrays of a call with `length` members, and its lambda over them. */
const lambdaOver = (call: Call, r: ExprRenderer, length: (texts: ReadonlyArray<string>) => string) => {
  const [lambda, ...arrays] = call.args
  if (lambda?._tag !== "Lambda") throw new Error(`The plan calls ${call.fn} without a lambda`)
  const texts = arrays.map(r.value)
  const lists = arrays.length === 1
    ? texts
    : arrays.map((one, i) => `arrayResize(${cast(texts[i] ?? "", one.type)}, ${length(texts)}, ${nullsIn(one)})`)
  const names = lambda.params.map(() => r.fresh())
  lambda.params.forEach(({ name, type }, i) => {
    const isCertain = !type.nullable && nullableChType(type) !== chType(type)
    r.refs.set(name, isCertain ? `assumeNotNull(${names[i]})` : names[i] ?? "NULL")
  })
  return { body: lambda.body, head: `(${names.join(", ")}) -> `, lists: lists.join(", ") }
}

const arrayMap = (call: Call, r: ExprRenderer): string => {
  const { body, head, lists } = lambdaOver(
    call,
    r,
    (texts) => `greatest(${texts.map((text) => `length(${text})`).join(", ")})`
  )
  return cast(`arrayMap(${head}${r.value(body)}, ${lists})`, call.type)
}

const arrayFilter = (call: Call, r: ExprRenderer): string => {
  const { body, head, lists } = lambdaOver(call, r, ([first = ""]) => `length(${first})`)
  return `arrayFilter(${head}ifNull(${r.holds(body)}, 0) != 0, ${lists})`
}

/** The value keeps its type from member to member. */
const arrayFold = (call: Call, r: ExprRenderer): string => {
  const first = call.args.at(-1)
  const [value, ...members] = call.args[0]?._tag === "Lambda" ? call.args[0].params : []
  if (call.args[0]?._tag !== "Lambda" || first === undefined || value === undefined) {
    throw new Error(`The plan calls ${call.fn} without a lambda`)
  }
  const over = { ...call, args: [{ ...call.args[0], params: members }, ...call.args.slice(1, -1)] }
  const { body, head, lists } = lambdaOver(
    over,
    r,
    (texts) => `greatest(${texts.map((text) => `length(${text})`).join(", ")})`
  )
  // The expressions of the arrays may have used the same name.
  const name = r.fresh()
  const isCertain = !value.type.nullable && nullableChType(value.type) !== chType(value.type)
  r.refs.set(value.name, isCertain ? `assumeNotNull(${name})` : name)
  const named = head.replace("(", `(${name}, `)
  const kept = (text: string): string => `CAST(${text}, ${sqlText(nullableChType(call.type))})`
  return `arrayFold(${named}${kept(r.value(body))}, ${lists}, ${kept(r.value(first))})`
}

/** Its own order of equal keys is any: their places decide. UUIDs are ordered as the numbers that they are. */
/** By which ClickHouse sorts these members as the dialect does, when equal ones are the same; undefined: it does not. */
const plainlySorted = ({ type }: Expr): string | undefined => {
  if (type.kind !== "Array" || type.element.nullable) return undefined
  if (type.element.kind === "UUID") return "k -> toUInt128(k), "
  return isInteger(type.element) || type.element.kind === "String" ? "" : undefined
}

const sorted = (name: "arraySort" | "arrayReverseSort") =>
  value((call, r) => {
    const [list, keys] = [argument(call, 0), argument(call, 1)]
    const element = keys.type.kind === "Array" ? keys.type.element : keys.type
    const isUuid = element.kind === "UUID"
    const sign = name === "arraySort" ? "" : "-"
    const plain = plainlySorted(keys)
    if (plain !== undefined && r.value(list) === r.value(keys)) return `${name}(${plain}${r.value(list)})`
    return bind(
      [r.value(list), isComposite(element) ? sortable(keys, r.value(keys)) : r.value(keys)],
      (x = "", k = "") => {
        const numbered = `arrayMap((k, i) -> (${
          isUuid ? "toUInt128(k)" : "k"
        }, ${sign}toInt64(i)), ${k}, arrayEnumerate(${k}))`
        return `${name}((u, v) -> v, ${x}, arrayResize(${numbered}, length(${x})))`
      }
    )
  })

const arraySum = (call: Call, r: ExprRenderer): string => {
  const list = r.value(argument(call, 0))
  return call.type.kind === "Float64"
    ? `arraySum(arrayMap(n -> ifNull(n, toFloat64(0)), ${list}))`
    : `accurateCastOrNull(arraySum(arrayMap(n -> toInt128(ifNull(n, 0)), ${list})), 'Int64')`
}

const mapFromArrays = (call: Call, r: ExprRenderer): string => {
  const [keys, values] = [argument(call, 0), argument(call, 1)]
  return bind([r.value(keys), r.value(values)], (k = "", v = "") => {
    const size = `least(length(${k}), length(${v}))`
    return cast(`mapFromArrays(arraySlice(${k}, 1, ${size}), arraySlice(${v}, 1, ${size}))`, call.type)
  })
}

/** Sums of integers are exact, and NULL where Int64 does not hold them. */
const runningSums = (call: Call, r: ExprRenderer): string => {
  const isWhole = call.type.kind === "Array" && call.type.element.kind !== "Float64"
  return bind([r.value(argument(call, 0))], (x = "") => {
    const zero = isWhole ? "toInt128(0)" : "0.0"
    const sums = `arrayCumSum(arrayMap(n -> ${isWhole ? "toInt128(ifNull(n, 0))" : `ifNull(n, ${zero})`}, ${x}))`
    const known = `arrayCumSum(arrayMap(n -> isNull(n), ${x}))`
    const sum = isWhole ? int64OrNull("s") : "toNullable(s)"
    return cast(`arrayMap((s, k) -> if(k > 0, NULL, ${sum}), ${sums}, ${known})`, call.type)
  })
}

/** Keys are side by side with their values: none of them is NULL. */
const byKey = (name: "sum" | "min" | "max") =>
  value((call, r) => {
    const total = call.type.kind === "Map" ? call.type.value : call.type
    const isWhole = total.kind !== "Float64"
    const taken = name === "sum" || isWhole ? "" : " AND NOT isNaN(p.2)"
    const number = isWhole && name === "sum" ? "toInt128(assumeNotNull(p.2))" : "assumeNotNull(p.2)"
    return bind([
      `arrayFilter(p -> ifNull(isNotNull(p.1) AND isNotNull(p.2)${taken}, 0), ${r.value(argument(call, 0))})`
    ], (x = "") => {
      // Of sums those that are zero are left out, unless there is something beside them that is not.
      const ones = name === "sum" ? `, arrayMap(p -> [toUInt64(1)], ${x})` : ""
      const reduced =
        `arrayReduce('${name}Map', arrayMap(p -> [assumeNotNull(p.1)], ${x}), arrayMap(p -> [${number}], ${x})${ones})`
      return bind([reduced], (found = "") =>
        cast(
          `mapFromArrays(${found}.1, arrayMap(v -> ${isWhole ? int64OrNull("v") : "toNullable(v)"}, ${found}.2))`,
          call.type
        ))
    })
  })

/** NULL and NaN count only for want of others. */
const extreme = (name: "max" | "min") =>
  value((call, r) => {
    const type = chType(call.type)
    const list = `CAST([${call.args.map(r.value).join(", ")}], ${sqlText(`Array(Nullable(${type}))`)})`
    const certain = (text: string): string => call.type.nullable ? text : `assumeNotNull(${text})`
    if (call.type.kind === "UUID") {
      return bind(
        [list],
        (x = "") =>
          certain(`arrayReduce('arg${name === "max" ? "Max" : "Min"}OrNull', ${x}, arrayMap(u -> toUInt128(u), ${x}))`),
        "g"
      )
    }
    const reduce = (x: string): string => `arrayReduce('${name}OrNull', ${x})`
    if (call.type.kind === "Bool") return certain(`CAST(${reduce(list)}, 'Nullable(Bool)')`)
    if (!call.args.some(mayBeNaN)) return certain(reduce(list))
    const numbers = (x: string): string => `arrayMap(f -> if(isNaN(f), ${nulls.float}, f), ${x})`
    return bind([list], (x = "") => certain(`coalesce(${reduce(numbers(x))}, ${reduce(x)})`), "g")
  })

/** The most operands of one sign that are written as a plain sum: their tree is not deep. */
const shortSum = 16

const sumOf = (call: Call, r: ExprRenderer): string => {
  const texts = call.args.map(r.value)
  if (call.type.kind === "Float64") {
    if (texts.length <= shortSum) return `(${texts.join(" + ")})`
    const [first = "0", ...rest] = texts.map((text) => `CAST(${text}, 'Nullable(Float64)')`)
    return `arrayFold((s, x) -> s + x, [${rest.join(", ")}], ${first})`
  }
  if (!canLackResult(call) && texts.length <= shortSum) return `(${texts.join(" + ")})`
  const isNullable = call.args.some(({ type }) => type.nullable)
  if (!isNullable) {
    const known = texts.map((text) => `assumeNotNull(toInt128(${text}))`)
    return `accurateCastOrNull(arraySum([${known.join(", ")}]), 'Int64')`
  }
  const list = `CAST([${texts.join(", ")}], 'Array(Nullable(Int128))')`
  return bind([list], (x = "") =>
    `if(arrayExists(n -> isNull(n), ${x}), ${nulls.int64}, `
    + `accurateCastOrNull(arraySum(arrayMap(n -> assumeNotNull(n), ${x})), 'Int64'))`, "g")
}

/** Arrays, tuples, maps, and functions of any number of values. */
export const arrays = {
  array,
  tuple: value((call, r) => cast(`tuple(${call.args.map(r.value).join(", ")})`, call.type)),
  /** Keys are never NULL, in any type. */
  map: value((call, r) => {
    const members = call.args.map((arg, i) => i % 2 === 0 ? `assumeNotNull(${r.value(arg)})` : r.value(arg))
    return cast(`map(${members.join(", ")})`, call.type)
  }),
  arrayElement: value(arrayElement),
  tupleElement: value((call, r) => orDefault(tupleElement(call, r), call.type, r)),
  mapElement: value(mapElement),
  arrayLength: valueOf((x) => `toInt64(length(${x}))`),
  has: predicate(has),
  arrayMap: value(arrayMap),
  arrayFilter: value(arrayFilter),
  arrayFold: value(arrayFold),
  arrayConcat: value((call, r) => cast(`arrayConcat(${call.args.map(r.value).join(", ")})`, call.type)),
  arraySort: sorted("arraySort"),
  arrayReverseSort: sorted("arrayReverseSort"),
  arrayFlatten: valueOf((x) => `arrayFlatten(${x})`),
  runningSums: value(runningSums),
  sumByKey: byKey("sum"),
  minByKey: byKey("min"),
  maxByKey: byKey("max"),
  arraySum: value(arraySum),
  mapFromArrays: value(mapFromArrays),
  mapKeys: value((call, r) => cast(`mapKeys(${r.value(argument(call, 0))})`, call.type)),
  mapValues: value((call, r) => cast(`mapValues(${r.value(argument(call, 0))})`, call.type)),
  orEmpty: valueOf((x = "") => x),
  greatest: extreme("max"),
  least: extreme("min"),
  sumOf: value(sumOf)
} satisfies FunctionRenderings
