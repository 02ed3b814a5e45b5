import type { CallSite } from "../../planning/CallSite.ts"
import { type Macro, macro, strictMacro } from "../Macro.ts"

/** The angle between two places on a sphere, in radians, by the haversine formula. */
const angle = "2 * asin(sqrt(least(1.0, pow(sin(radians(d - b) / 2), 2) "
  + "+ cos(radians(b)) * cos(radians(d)) * pow(sin(radians(c - a) / 2), 2))))"

/** Metres from the middle of the earth, in the mean. */
const radius = 6_371_000

const places = (meaning: string, as: string, example: Macro["example"]): Macro =>
  strictMacro(
    "float, float, float, float",
    "Float64",
    `${meaning} two places (longitude, latitude) on a sphere`,
    as,
    example
  )

const ellipses = (site: CallSite): string => {
  const count = (site.count - 2) / 4
  if (!Number.isInteger(count) || count < 1) return site.illegalArity("a point and four numbers for each ellipse")
  const [x, y] = ["toFloat(arg1)", "toFloat(arg2)"]
  const squared = (difference: string, length: string): string => `pow((${difference}) / toFloat(${length}), 2)`
  return Array.from({ length: count }, (_, i) => 3 + i * 4).map((at) =>
    `${squared(`${x} - arg${at}`, `arg${at + 2}`)} + ${squared(`${y} - arg${at + 1}`, `arg${at + 3}`)} <= 1`
  ).join(" or ")
}

/** Of each side whether a ray from the point crosses it: an odd number of sides means inside. */
const inside = "length(arrayFilter((p, q) -> "
  + "(tupleElement(p, 2) > tupleElement(a, 2)) != (tupleElement(q, 2) > tupleElement(a, 2)) "
  + "and toFloat(tupleElement(a, 1)) < (tupleElement(q, 1) - tupleElement(p, 1)) * 1.0 "
  + "* (tupleElement(a, 2) - tupleElement(p, 2)) / (tupleElement(q, 2) - tupleElement(p, 2)) + tupleElement(p, 1), "
  + "b, arrayRotateLeft(b, 1))) % 2 = 1"

/** Functions of places and shapes, composed of others. */
export const composedSpheres: Readonly<Record<string, Macro>> = {
  greatCircleDistance: places("metres between", `${angle} * ${radius}`, [
    "round(greatCircleDistance(0, 0, 90, 0))",
    10_007_543
  ]),
  greatCircleAngle: places("degrees between", `degrees(${angle})`, ["round(greatCircleAngle(0, 0, 45, 0))", 45]),
  pointInEllipses: strictMacro(
    "number…",
    "UInt8",
    "the point (a, b) is in one of the ellipses, of which each has four numbers: middle and half axes",
    (site) => `if(${ellipses(site)}, 1, 0)`,
    ["pointInEllipses(10, 10, 10, 9.1, 1, 0.9999)", 1]
  ),
  pointInPolygon: macro(
    "tuple, array",
    "UInt8",
    "the point is in the polygon of the points; on its edge it may be or not",
    `if(${inside}, 1, 0)`,
    ["pointInPolygon((3, 3), [(6, 0), (8, 4), (5, 8), (0, 2)])", 1]
  )
}
