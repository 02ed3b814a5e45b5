import type { search as rows } from "../../../functions/families/Search.ts"
import type { Call } from "../../../plan/Plan.ts"
import { argument } from "../../../plan/PlanWalk.ts"
import { chType } from "../../ChType.ts"
import { bind, called, type ExprRenderer, type FunctionRendering, value, valueOf } from "../../ExprRenderer.ts"
import { sqlText } from "../../SqlText.ts"
import type { Renderings } from "./Maths.ts"

/** An array, which ClickHouse has no NULL of: it is empty where an argument is NULL. */
export const list = (write: Write): FunctionRendering => value((call, r) => listOf(call, r, write))

type Write = (...args: ReadonlyArray<string>) => string

/** Constants stay where they are: ClickHouse wants separators as constants, which parameters of lambdas are not. */
export const listOf = (call: Call, r: ExprRenderer, write: Write): string => {
  const type = sqlText(chType(call.type))
  const nullable = call.args.filter((arg) => arg.type.nullable)
  if (nullable.length === 0) return `CAST(${write(...call.args.map(r.value))}, ${type})`
  const others = call.args.filter(({ _tag }) => _tag !== "Literal")
  return bind(others.map(r.value), (...bound) => {
    const names = call.args.map((arg) => arg._tag === "Literal" ? r.value(arg) : bound[others.indexOf(arg)] ?? "")
    const open = names.filter((_, i) => call.args[i]?.type.nullable === true)
    const known = names.map((name, i) => call.args[i]?.type.nullable === true ? `assumeNotNull(${name})` : name)
    return `if(${open.map((name) => `isNull(${name})`).join(" OR ")}, CAST([], ${type}), CAST(${
      write(...known)
    }, ${type}))`
  })
}

const runs = (pattern: string) => list((a) => `extractAll(${a}, ${sqlText(pattern)})`)

const number = "(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])"

const points = (text: string): string => `extractAll(assumeNotNull(${text}), '(?s).')`

/** Of a character that occurs twice the first counts. */
const translate = (a: string, from: string, to: string): string =>
  bind(
    [a, from, to],
    (x = "", old = "", fresh = "") =>
      `if(isNull(${x}) OR isNull(${old}) OR isNull(${fresh}), ${x} || ${old} || ${fresh}, arrayStringConcat(arrayMap(u -> `
      + `if(has(${points(old)}, u), ${points(fresh)}[indexOf(${points(old)}, u)], u), ${points(x)})))`
  )

const firstPlace = (a: string, needles: string): string =>
  bind(
    [a, needles],
    (x = "", list = "") =>
      `if(isNull(${x}), toInt64(${x} = ''), toInt64(arrayMin(arrayConcat(arrayFilter(u -> u > 0, `
      + `arrayMap(u -> ifNull(positionUTF8(assumeNotNull(${x}), u), 0), ${list})), [toUInt64(9223372036854775807)]))) % 9223372036854775807)`
  )

const firstNeedle = (a: string, needles: string): string =>
  bind([a, needles], (x = "", list = "") =>
    `if(isNull(${x}), toInt64(${x} = ''), `
    + `toInt64(arrayFirstIndex(u -> ifNull(position(assumeNotNull(${x}), u), 0) > 0, ${list})))`)

const positionFrom = (a: string, b: string, from: string): string =>
  bind(
    [a, b, from],
    (x = "", needle = "", start = "") =>
      `if(${start} > lengthUTF8(${x}) + 1, toInt64(length(${needle})) * 0, `
      + `toInt64(positionUTF8(${x}, ${needle}, toUInt64(least(greatest(${start}, 1), toInt64(lengthUTF8(${x})) + 1)))))`
  )

/** ClickHouse's own takes constants only, and counts bytes. */
const trimmed = (atStart: boolean, atEnd: boolean) =>
  valueOf((a, b) =>
    bind([a, b], (x = "", set = "") => {
      const [chars, others] = [points(x), `arrayMap(u -> NOT has(${points(set)}, u), ${points(x)})`]
      const first = atStart ? `toInt64(indexOf(${others}, 1))` : "1"
      const last = atEnd ? `length(${chars}) - toInt64(indexOf(arrayReverse(${others}), 1)) + 1` : `length(${chars})`
      return `if(isNull(${x}) OR isNull(${set}), ${x} || ${set}, if(has(${others}, 1), `
        + `arrayStringConcat(arraySlice(${chars}, ${first}, ${last} - ${first} + 1)), ''))`
    })
  )

const ngramsOf = (a: string, size: string): string =>
  bind([a, size], (x = "", n = "") =>
    `if(${n} < 1 OR ${n} > 100, [], arrayMap(i -> substringUTF8(${x}, i, ${n}), `
    + `range(1, toUInt64(greatest(toInt64(lengthUTF8(${x})) - ${n} + 2, 1)))))`)

/** ClickHouse's own takes a known size only. The other form copies the text for each place in it. */
const ngrams = value((call, r) => {
  const size = argument(call, 1)
  const known = size._tag === "Literal" ? Number(size.value) : 0
  return listOf(call, r, known >= 1 && known <= 100 ? (a) => `ngrams(${a}, ${known})` : ngramsOf)
})

/** One choice: where constants decide two inside one another, ClickHouse loses columns of keys that rows are ordered by. */
const split = (separator: string, a: string, most: string): string => {
  const [characters, parts] = [points(a), `splitByString(${separator}, ${a})`]
  return `multiIf(${separator} = '' AND ${most} > 0, arraySlice(${characters}, 1, ${most}), ${separator} = '', ${characters}, `
    + `${most} > 0, arraySlice(${parts}, 1, ${most}), ${parts})`
}

const isAsciiCharacter = (value: unknown): boolean => typeof value === "string" && /^[ -~]$/.test(value)

/** All parts at a known character need no choice. A known separator is written as it is: ClickHouse takes no other. */
const splitByString = value((call, r) => {
  const [separator, , most] = [argument(call, 0), argument(call, 1), argument(call, 2)]
  const isKnown = separator._tag === "Literal" && typeof separator.value === "string"
  const isPlain = isKnown && isAsciiCharacter(separator.value) && most._tag === "Literal" && Number(most.value) <= 0
  if (isPlain) return listOf(call, r, (by, a) => `splitByChar(${by}, ${a})`)
  return listOf(call, r, (by, a, limit) => split(isKnown ? r.value(separator) : by, a, limit))
})

export const search: Renderings<typeof rows> = {
  multiSearchFirstPosition: valueOf(firstPlace),
  multiSearchFirstIndex: valueOf(firstNeedle),
  positionFrom: valueOf(positionFrom),
  replaceOne: valueOf((a, b, c) =>
    bind([a, b, c], (x = "", y = "", z = "") => `if(${y} = '', ${x} || left(${z}, 0), replaceOne(${x}, ${y}, ${z}))`)
  ),
  translate: valueOf(translate),
  regexpQuoteMeta: called("regexpQuoteMeta"),
  splitByString,
  splitByWhitespace: runs("[^ \\t\\n\\v\\f\\r]+"),
  splitByNonAlpha: runs("[^\\x00-/:-@[-`{-\\x7f]+"),
  alphaTokens: runs("[A-Za-z]+"),
  ngrams,
  extractIPv4Substrings: runs(`${number}(?:\\.${number}){3}`),
  trimBoth: trimmed(true, true),
  trimStart: trimmed(true, false),
  trimEnd: trimmed(false, true)
}
