import type { Call, Expr } from "../../plan/Plan.ts"
import { argument } from "../../plan/PlanWalk.ts"
import { mayBeNaN } from "../../render/Rendering.ts"
import { defaultCell } from "../../types/DefaultCell.ts"
import type { SqlType } from "../../types/SqlType.ts"
import { documentList, fromDocument, toDocument } from "../Documents.ts"
import { type ExprRenderer, type FunctionRenderings, predicate, value } from "../ExprRenderer.ts"
import { collected, emptyOf, type Members, membersOf } from "../Members.ts"
import { isNative, pgType } from "../PgType.ts"
import { orderTerms } from "./Aggregates.ts"

type Kind<Name extends SqlType["kind"]> = Extract<SqlType, { readonly kind: Name }>

const typeOf = <Name extends SqlType["kind"]>(type: SqlType, kind: Name): Kind<Name> => {
  if (type.kind !== kind) throw new Error(`The plan has a ${type.kind} in place of ${kind}`)
  return type as Kind<Name>
}

const document = (expr: Expr, r: ExprRenderer): string => toDocument(r.value(expr), expr.type)

const array = value((call, r) =>
  isNative(typeOf(call.type, "Array"))
    ? `ARRAY[${call.args.map(r.value).join(", ")}]::${pgType(call.type)}`
    : documentList(call.args.map((arg) => document(arg, r)))
)

const map = value((call, r) => {
  const members = call.args.map((arg) => document(arg, r))
  return documentList(members.flatMap((key, i) => i % 2 === 0 ? [documentList([key, members[i + 1] ?? "NULL"])] : []))
})

/** The value, or what the dialect has in place of a member that is not there. */
const orDefault = (text: string, type: SqlType, r: ExprRenderer): string =>
  type.nullable ? text : `COALESCE(${text}, ${r.parameters.value(defaultCell(type), type)})`

const arrayElement = (call: Call, r: ExprRenderer): string => {
  const [list, place] = [argument(call, 0), argument(call, 1)]
  const { element, ...type } = typeOf(list.type, "Array")
  const found = r.shared([r.value(list), r.value(place)], (x = "", i = "") => {
    if (!isNative({ ...type, element })) {
      return fromDocument(
        `(${x} -> (CASE WHEN ${i} > 0 THEN ${i} - 1 WHEN ${i} < 0 THEN ${i} END)::int4)`,
        element,
        r.fresh
      )
    }
    const last = "2147483647"
    const at = `CASE WHEN ${i} < 0 THEN cardinality(${x}) + 1 + ${i} ELSE ${i} END`
    return `(${x})[LEAST(GREATEST(${at}, 0), ${last})::int4]`
  })
  return orDefault(found, call.type, r)
}

const tupleElement = (call: Call, r: ExprRenderer): string => {
  const place = argument(call, 1)
  const at = place._tag === "Literal" ? Number(place.value) - 1 : 0
  return fromDocument(`(${r.value(argument(call, 0))} -> ${at})`, call.type, r.fresh)
}

/** The pairs of a map: the text after FROM, the pair and its place. */
const pairsOf = (
  map: Expr,
  r: ExprRenderer
): { readonly from: string; readonly pair: string; readonly place: string } => {
  const name = r.fresh()
  const from = `jsonb_array_elements(${r.value(map)}) WITH ORDINALITY AS ${name}(e, o)`
  return { from, pair: `${name}.e`, place: `${name}.o` }
}

const mapElement = (call: Call, r: ExprRenderer): string => {
  const { from, pair, place } = pairsOf(argument(call, 0), r)
  const found = `(SELECT ${fromDocument(`(${pair} -> 1)`, call.type, r.fresh)} FROM ${from} `
    + `WHERE ${pair} -> 0 = ${document(argument(call, 1), r)} ORDER BY ${place} LIMIT 1)`
  return orDefault(found, call.type, r)
}

const sideOfPairs = (side: 0 | 1) =>
  value((call, r) => {
    const { from, pair, place } = pairsOf(argument(call, 0), r)
    const type = typeOf(call.type, "Array")
    return collected(
      fromDocument(`(${pair} -> ${side})`, type.element, r.fresh),
      type,
      { from, place }
    )
  })

const arrayLength = (call: Call, r: ExprRenderer): string => {
  const list = argument(call, 0)
  const count = list.type.kind === "Array" && isNative(list.type) ? "cardinality" : "jsonb_array_length"
  return `${count}(${r.value(list)})::int8`
}

/** NULL is found like any value, NaN never. */
const has = (call: Call, r: ExprRenderer): string => {
  const [list, wanted] = [argument(call, 0), argument(call, 1)]
  const type = typeOf(list.type, "Array")
  if (isNative(type)) {
    const text = r.value(wanted)
    const found = `(array_position(${r.value(list)}, ${text}::${pgType(type.element)}) IS NOT NULL)`
    return mayBeNaN(wanted) ? `(${found} AND ${text} IS DISTINCT FROM 'NaN'::float8)` : found
  }
  const name = r.fresh()
  return `EXISTS (SELECT 1 FROM jsonb_array_elements(${r.value(list)}) AS ${name}(e) `
    + `WHERE ${name}.e = COALESCE(${document(wanted, r)}, 'null'::jsonb))`
}

/** The members of documents within documents; those of the innermost arrays may be PostgreSQL's own. */
const arrayFlatten = (call: Call, r: ExprRenderer): string => {
  const list = argument(call, 0)
  const levels = (type: SqlType): number => type.kind === "Array" ? 1 + levels(type.element) : 0
  const names = Array.from({ length: levels(list.type) }, () => r.fresh())
  const from = names.map((name, i) =>
    `jsonb_array_elements(${i === 0 ? r.value(list) : `${names[i - 1] ?? ""}.e`}) WITH ORDINALITY AS ${name}(e, o)`
  )
  const type = typeOf(call.type, "Array")
  const value = fromDocument(`${names.at(-1) ?? ""}.e`, type.element, r.fresh)
  const order = names.map((name) => `${name}.o`).join(", ")
  return collected(value, type, { from: from.join(" CROSS JOIN LATERAL "), place: order })
}

const runningSums = (call: Call, r: ExprRenderer): string => {
  const name = r.fresh()
  const over = "OVER w"
  const isWhole = typeOf(call.type, "Array").element.kind !== "Float64"
  const part = (sum: string, condition: string): string => `${sum}(e) FILTER (WHERE ${condition}) ${over}`
  const sum = isWhole
    ? `hg_numeric_int(sum(e) ${over})`
    : `hg_sum(${part("sum", "abs(e) < '1e290'::float8")}, ${part("hg_sum_large", "NOT abs(e) < '1e290'::float8")})`
  return `ARRAY(SELECT CASE WHEN bool_or(e IS NULL) ${over} THEN NULL ELSE ${sum} END `
    + `FROM unnest(${r.value(argument(call, 0))}) WITH ORDINALITY AS ${name}(e, o) WINDOW w AS (ORDER BY o) ORDER BY o)`
}

/** The known facts about the values `v` of one key. */
const reduced = (mode: string, type: SqlType): string => {
  if (type.kind !== "Float64") return mode === "sum" ? "hg_numeric_int(sum(v))" : `${mode}(v)`
  if (mode !== "sum") return `${mode}(v) FILTER (WHERE v <> 'NaN'::float8)`
  return "hg_sum(sum(v) FILTER (WHERE abs(v) < '1e290'::float8), hg_sum_large(v) FILTER (WHERE NOT abs(v) < '1e290'::float8))"
}

const byKey = (kind: "sum" | "min" | "max") =>
  value((call, r) => {
    const list = argument(call, 0)
    const map = typeOf(call.type, "Map")
    const name = r.fresh()
    const [key, number] = [
      fromDocument(`(${name}.e -> 0)`, map.key, r.fresh),
      fromDocument(`(${name}.e -> 1)`, map.value, r.fresh)
    ]
    const taken = kind === "sum" || map.value.kind !== "Float64" ? "" : " AND v <> 'NaN'::float8"
    const pairs = `SELECT ${key} AS k, ${number} AS v FROM jsonb_array_elements(${r.value(list)}) AS ${name}(e)`
    const groups = `SELECT k, ${
      reduced(kind, map.value)
    } AS v FROM (${pairs}) AS p WHERE k IS NOT NULL AND v IS NOT NULL${taken} GROUP BY k`
    const pair = documentList([
      toDocument("g.k", map.key),
      `COALESCE(${toDocument("g.v", map.value)}, 'null'::jsonb)`
    ])
    const order = map.key.kind === "String" ? "g.k COLLATE \"C\"" : "g.k"
    return `(SELECT COALESCE(jsonb_agg(${pair} ORDER BY ${order}), '[]'::jsonb) FROM (${groups}) AS g)`
  })

/** The members of the arrays of a call, with the parameters of its lambda standing for them. */
const lambdaOver = (call: Call, r: ExprRenderer): { readonly members: Members; readonly body: Expr } => {
  const [lambda, ...arrays] = call.args
  if (lambda?._tag !== "Lambda") throw new Error(`The plan calls ${call.fn} without a lambda`)
  const members = membersOf(arrays.map((one) => ({ text: r.value(one), type: typeOf(one.type, "Array") })), r.fresh)
  lambda.params.forEach(({ name }, i) => r.refs.set(name, members.values[i] ?? "NULL"))
  return { members, body: lambda.body }
}

const arrayMap = (call: Call, r: ExprRenderer): string => {
  const { body, members } = lambdaOver(call, r)
  return collected(r.value(body), typeOf(call.type, "Array"), members)
}

const arrayFilter = (call: Call, r: ExprRenderer): string => {
  const { body, members } = lambdaOver(call, r)
  const isOne = call.args.length === 2
  const within = isOne ? "" : ` AND ${members.place} <= ${arrayLength({ ...call, args: call.args.slice(1) }, r)}`
  return collected(members.values[0] ?? "NULL", typeOf(call.type, "Array"), members, r.holds(body) + within)
}

/** The value after each member, in a query that calls itself. */
const arrayFold = (call: Call, r: ExprRenderer): string => {
  const [lambda, ...sources] = call.args
  if (lambda?._tag !== "Lambda") throw new Error(`The plan calls ${call.fn} without a lambda`)
  const [source, steps] = [r.fresh(), r.fresh()]
  const columns = sources.map((arg, i) => `${r.value(arg)} AS e${i}`).join(", ")
  const arrays = sources.slice(0, -1).map((arg) => typeOf(arg.type, "Array"))
  const length = `GREATEST(${
    arrays.map((type, i) => `${isNative(type) ? "cardinality" : "jsonb_array_length"}(${source}.e${i})`).join(", ")
  })`
  const [value, ...members] = lambda.params
  if (value !== undefined) r.refs.set(value.name, `${steps}.v`)
  members.forEach(({ name }, i) => {
    const type = arrays[i]
    if (type === undefined) return
    r.refs.set(
      name,
      isNative(type)
        ? `(${source}.e${i})[${steps}.i + 1]`
        : fromDocument(`(${source}.e${i} -> ${steps}.i)`, type.element, r.fresh)
    )
  })
  const first = `${source}.e${sources.length - 1}::${pgType(call.type)}`
  return `(SELECT (WITH RECURSIVE ${steps}(i, v) AS (SELECT 0, ${first} UNION ALL SELECT ${steps}.i + 1, `
    + `(${r.value(lambda.body)})::${
      pgType(call.type)
    } FROM ${steps} WHERE ${steps}.i < ${length} AND COALESCE(hg_allow_size(pg_column_size(${steps}.v)), true)) `
    + `SELECT ${steps}.v FROM ${steps} ORDER BY ${steps}.i DESC LIMIT 1) FROM (SELECT ${columns}) AS ${source})`
}

/** The members by the key beside them; of equal keys in the order they have. */
const sorted = (descending: boolean) =>
  value((call, r) => {
    const [list, keys] = [argument(call, 0), argument(call, 1)]
    const both = [list, keys].map((one) => ({ text: r.value(one), type: typeOf(one.type, "Array") }))
    const { from, place, values } = membersOf(both, r.fresh)
    const key: Expr = { _tag: "Ref", name: "key", type: typeOf(keys.type, "Array").element }
    const order = `${orderTerms(key, values[1] ?? "NULL", descending)}, ${place}`
    const within = `${place} <= ${arrayLength(call, r)}`
    return collected(values[0] ?? "NULL", typeOf(call.type, "Array"), { from, place: order }, within)
  })

const arraySum = (call: Call, r: ExprRenderer): string => {
  const list = r.value(argument(call, 0))
  if (call.type.kind === "Float64") return `hg_vector_sum(${list})`
  const name = r.fresh()
  return `(SELECT hg_numeric_int(COALESCE(sum(${name}.e), 0)) FROM unnest(${list}) AS ${name}(e))`
}

const mapFromArrays = (call: Call, r: ExprRenderer): string => {
  const both = call.args.map((one) => ({ text: r.value(one), type: typeOf(one.type, "Array") }))
  const { from, place, values } = membersOf(both, r.fresh)
  const pair = documentList(values.map((text, i) => toDocument(text, both[i]?.type.element ?? call.type)))
  const lengths = call.args.map((arg) => arrayLength({ ...call, args: [arg] }, r))
  return `(SELECT COALESCE(jsonb_agg(${pair} ORDER BY ${place}), '[]'::jsonb) FROM ${from} `
    + `WHERE ${place} <= LEAST(${lengths.join(", ")}))`
}

/** NULL and NaN count only for want of others. */
const extreme = (name: "GREATEST" | "LEAST") =>
  value((call, r) => {
    const texts = call.args.map((arg) => arg.type.kind === "String" ? `${r.value(arg)} COLLATE "C"` : r.value(arg))
    if (!call.args.some(mayBeNaN)) return `${name}(${texts.join(", ")})`
    // NaN is the greatest number of PostgreSQL, also of those turned around.
    return name === "LEAST"
      ? `LEAST(${texts.join(", ")})`
      : `(- LEAST(${texts.map((text) => `(- ${text})`).join(", ")}))`
  })

const sumOf = (call: Call, r: ExprRenderer): string => {
  const [first = "0", ...rest] = call.args.map(r.value)
  if (call.type.kind === "Float64") return rest.reduce((sum, text) => `hg_plus(${sum}, ${text})`, first)
  return r.shared(
    [`(${[`${first}::numeric`, ...rest].join(" + ")})`],
    (total = "") => `CASE WHEN ${total} BETWEEN -9223372036854775808 AND 9223372036854775807 THEN ${total}::int8 END`
  )
}

/** Arrays, tuples, maps, and functions of any number of values. */
export const arrays = {
  array,
  tuple: value((call, r) => documentList(call.args.map((arg) => document(arg, r)))),
  map,
  arrayElement: value(arrayElement),
  tupleElement: value(tupleElement),
  mapElement: value(mapElement),
  arrayLength: value(arrayLength),
  has: predicate(has),
  arrayMap: value(arrayMap),
  arrayFilter: value(arrayFilter),
  arrayFold: value(arrayFold),
  arrayConcat: value((call, r) => `(${call.args.map(r.value).join(" || ")})`),
  arraySort: sorted(false),
  arrayReverseSort: sorted(true),
  arrayFlatten: value(arrayFlatten),
  runningSums: value(runningSums),
  sumByKey: byKey("sum"),
  minByKey: byKey("min"),
  maxByKey: byKey("max"),
  arraySum: value(arraySum),
  mapFromArrays: value(mapFromArrays),
  mapKeys: sideOfPairs(0),
  mapValues: sideOfPairs(1),
  orEmpty: value((call, r) => `COALESCE(${r.value(argument(call, 0))}, ${emptyOf(call.type)})`),
  greatest: extreme("GREATEST"),
  least: extreme("LEAST"),
  sumOf: value(sumOf)
} satisfies FunctionRenderings
