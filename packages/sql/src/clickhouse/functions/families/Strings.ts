import type { strings as rows } from "../../../functions/families/Strings.ts"
import { nulls } from "../../ChType.ts"
import { bind, called, valueOf } from "../../ExprRenderer.ts"
import { lowered } from "../LowerCase.ts"
import type { Renderings } from "./Maths.ts"

const longest = 1_000_000

/** Negative lengths would count twice on this engine. */
const bounded = (n: string): string => `least(greatest(${n}, -2147483647), 2147483647)`

/** The text that fills up another: ClickHouse's own takes constants only. */
const filling = (missing: string, fill: string): string =>
  `leftUTF8(repeat(${fill}, intDiv(${missing} - 1, lengthUTF8(${fill})) + 1), ${missing})`

const pad = (join: (text: string, filling: string) => string) =>
  valueOf((a, size, fill) =>
    bind([a, size, `if(${fill} = '', ' ', ${fill})`], (x = "", n = "", f = "") => {
      const missing = `least(greatest(${n}, toInt64(0)) - toInt64(lengthUTF8(${x})), ${longest})`
      return `multiIf(isNull(${f}) OR ${n} > ${longest}, ${nulls.text}, ${n} <= lengthUTF8(${x}), leftUTF8(${x}, greatest(${n}, 0)), `
        + `${join(x, filling(missing, f))})`
    })
  )

const repeated = (a: string, count: string): string =>
  bind(
    [a, count],
    (x = "", n = "") =>
      `if(isNull(${n}) OR toInt128(lengthUTF8(${x})) * ${n} > ${longest}, ${nulls.text}, `
      + `repeat(${x}, if(${x} = '', 0, least(greatest(${n}, 0), ${longest}))))`
  )

/** Letters whose capital is more than one letter stay. */
const upper = (a: string): string =>
  bind([a], (x = "") =>
    `if(lengthUTF8(upperUTF8(${x})) != lengthUTF8(${x}), arrayStringConcat(arrayMap(u -> `
    + `if(lengthUTF8(upperUTF8(u)) = 1, upperUTF8(u), u), extractAll(assumeNotNull(${x}), '(?s).'))), upperUTF8(${x}))`)

/** A text that PostgreSQL can hold too, or NULL. */
export const checked = (bytes: string): string =>
  bind([bytes], (x = "") => `if(isValidUTF8(${x}) AND position(${x}, '\\0') = 0, ${x}, ${nulls.text})`)

const read = (form: string, name: string) =>
  valueOf((a) => bind([a], (x = "") => checked(`if(match(${x}, '${form}'), ${name}(${x}), ${nulls.text})`)))

const base58Form = "^[2-9A-HJ-NP-Za-km-z][1-9A-HJ-NP-Za-km-z]{0,999}$|^$"

/** The bytes of a code point in UTF-8. */
const bytesOf = (code: string): string => {
  const rest = (places: number): string => `128 + intDiv(${code}, ${64 ** places}) % 64`
  const first = (mark: number, places: number): string => `${mark} + intDiv(${code}, ${64 ** places})`
  return `multiIf(${code} = 0 OR ${code} BETWEEN 55296 AND 57343 OR ${code} > 1114111, '', ${code} < 128, char(${code}), `
    + `${code} < 2048, char(${first(192, 1)}, ${rest(0)}), `
    + `${code} < 65536, char(${first(224, 2)}, ${rest(1)}, ${rest(0)}), char(${first(240, 3)}, ${rest(2)}, ${
      rest(1)
    }, ${rest(0)}))`
}

const character = (a: string): string =>
  bind([a], (x = "") => {
    const code = `multiIf(match(${x}, '^#[xX][0-9a-fA-F]{1,6}$'), `
      + `reinterpretAsUInt32(reverse(unhex(leftPad(substring(${x}, 3), 8, '0')))), `
      + `match(${x}, '^#[0-9]{1,7}$'), toUInt32OrZero(substring(${x}, 2)), 0)`
    return bind([code], (n = "") => bytesOf(n))
  })

export const strings: Renderings<typeof rows> = {
  left: valueOf((a, n) => `leftUTF8(${a}, ${bounded(n)})`),
  right: valueOf((a, n) => `rightUTF8(${a}, ${bounded(n)})`),
  leftPad: pad((a, b) => `concat(${b}, ${a})`),
  rightPad: pad((a, b) => `concat(${a}, ${b})`),
  repeat: valueOf(repeated),
  lowerUTF8: valueOf(lowered),
  upperUTF8: valueOf(upper),
  initcap: called("initcap"),
  ascii: valueOf((a) => `toInt64(reinterpretAsUInt8(substring(${a}, 1, 1)))`),
  base64Encode: called("base64Encode"),
  base64Decode: read(
    "^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$",
    "tryBase64Decode"
  ),
  base58Encode: valueOf((a) => bind([a], (x = "") => `if(length(${x}) > 1000, ${nulls.text}, base58Encode(${x}))`)),
  base58Decode: read(base58Form, "tryBase58Decode"),
  characterReference: valueOf(character),
  hexOfText: called("hex"),
  unhex: read("^(?:[0-9A-Fa-f]{2})*$", "unhex")
}
