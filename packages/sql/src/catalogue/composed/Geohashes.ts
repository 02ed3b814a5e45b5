import { byCount, type Macro, macro, strictMacro } from "../Macro.ts"

const part = (parameters: string, as: string): Macro => macro(parameters, "any", "", as, ["1", 1])

const letters = "0123456789bcdefghjkmnpqrstuvwxyz"

/** The parts of geohashes: a letter is five halvings, of the longitude and the latitude in turn. */
export const geohashParts: Readonly<Record<string, Macro>> = {
  // The place of the number among c cells from -b to b.
  cellOf: part("float, float, whole", "least(greatest(toInt(floor((a + b) / (2 * b) * c)), 0), c - 1)"),
  halvingOf: part(
    "whole, whole, whole, whole",
    "if(d % 2 = 0, bitTest(a, intDiv(5 * c + 1, 2) - 1 - intDiv(d, 2)), bitTest(b, intDiv(5 * c, 2) - 1 - intDiv(d, 2)))"
  ),
  geohashOf: part(
    "whole, whole, whole",
    `arrayStringConcat(arrayMap(k -> substring('${letters}', 1 + assumeNotNull(arraySum(arrayMap((j, w) -> `
      + "w * _halvingOf(a, b, c, 5 * (k - 1) + j), [0, 1, 2, 3, 4], [16, 8, 4, 2, 1]))), 1), _upTo(c)))"
  ),
  geohashAt: part(
    "float, float, whole",
    "_geohashOf(_cellOf(a, 180.0, bitShiftLeft(1, intDiv(5 * c + 1, 2))), "
      + "_cellOf(b, 90.0, bitShiftLeft(1, intDiv(5 * c, 2))), c)"
  ),
  // A letter that is none counts as the last one.
  halvingsOf: part(
    "text",
    `arrayFlatten(arrayMap(x -> arrayMap(w -> intDiv(if(position('${letters}', x) = 0, 32, position('${letters}', x)) - 1, w) % 2, `
      + "[16, 8, 4, 2, 1]), splitByString('', substring(a, 1, 24))))"
  ),
  middleOf: part("array", "tuple(a[1] + a[2] / 2, a[3] + a[4] / 2)"),
  placeOf: part(
    "array",
    "_middleOf(arrayFold((s, bit, i) -> if(i % 2 = 1, [s[1] + bit * s[2] / 2, s[2] / 2, s[3], s[4]], "
      + "[s[1], s[2], s[3] + bit * s[4] / 2, s[4] / 2]), a, _upTo(length(a)), [-180.0, 360.0, -90.0, 180.0]))"
  )
}

const of = (letters: string): string => `if(isFinite(a) and isFinite(b), _geohashAt(a, b, ${letters}), NULL)`

/** Places as texts. */
export const composedGeohashes: Readonly<Record<string, Macro>> = {
  geohashEncode: strictMacro(
    "float, float, whole?",
    "String",
    "the geohash of a place (longitude, latitude), of c characters, 12 where c is not in 1 to 12",
    byCount(2, of("12"), of("if(c between 1 and 12, c, 12)")),
    ["geohashEncode(-5.6, 42.6, 5)", "ezs42"]
  ),
  geohashDecode: macro(
    "text",
    "Tuple",
    "longitude and latitude in the middle of a geohash, of the first 24 characters",
    "_placeOf(_halvingsOf(a))",
    ["geohashDecode('ezs42')", [-5.60302734375, 42.60498046875]]
  )
}
