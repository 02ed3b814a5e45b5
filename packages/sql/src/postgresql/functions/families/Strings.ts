import type { strings as rows } from "../../../functions/families/Strings.ts"
import { called, valueOf } from "../../ExprRenderer.ts"
import type { Renderings } from "./Maths.ts"

const unicode = (name: "lower" | "upper") => valueOf((a) => `${name}(${a} COLLATE "pg_c_utf8")`)

export const strings: Renderings<typeof rows> = {
  left: called("hg_left"),
  right: called("hg_right"),
  leftPad: valueOf((a, n, fill) => `hg_pad(${a}, ${n}, ${fill}, true)`),
  rightPad: valueOf((a, n, fill) => `hg_pad(${a}, ${n}, ${fill}, false)`),
  repeat: called("hg_repeat"),
  lowerUTF8: unicode("lower"),
  upperUTF8: valueOf((a) => `hg_upper(${a})`),
  initcap: valueOf((a) => `initcap(${a} COLLATE "C")`),
  ascii: valueOf((a) =>
    `COALESCE(get_byte(NULLIF(convert_to(left(${a}, 1), 'UTF8'), ''), 0), 0 * char_length(${a}))::int8`
  ),
  base64Encode: valueOf((a) => `translate(encode(convert_to(${a}, 'UTF8'), 'base64'), E'\\n', '')`),
  base64Decode: called("hg_from_base64"),
  base58Encode: called("hg_to_base58"),
  base58Decode: called("hg_from_base58"),
  characterReference: called("hg_character"),
  hexOfText: valueOf((a) => `upper(encode(convert_to(${a}, 'UTF8'), 'hex'))`),
  unhex: called("hg_from_hex")
}
