import type { Expr } from "../plan/Plan.ts"
import { type CallSite, type Entries, takes } from "../planning/CallSite.ts"
import { strict } from "../planning/Described.ts"
import { withNullable } from "../types/SqlType.ts"
import { call, literal, predicate, string } from "../typing/PlanExpr.ts"
import { refuse } from "../typing/SemanticFailure.ts"
import { composed } from "./Composed.ts"
import { argumentOf } from "./ParameterTypes.ts"

/** Units by the seconds that they have here. */
const units: ReadonlyArray<readonly [name: string, seconds: number]> = [
  ["year", 31_536_000],
  ["month", 2_635_200],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1]
]

const unitAt = (site: CallSite, index: number, otherwise: number): number => {
  if (site.count <= index) return otherwise
  const name = site.text(index)
  const found = units.findIndex(([unit]) => name === `${unit}s`)
  return found >= 0
    ? found
    : refuse(
      `A unit of function '${site.name}' is one of ${units.map(([unit]) => `${unit}s`).join(", ")}`,
      site.ast(index)
    )
}

/** Over `a`, the number, and `b`, its whole seconds: a text for each unit that has some, with what is left after it. */
const piecesOf = (first: number, last: number): ReadonlyArray<string> => {
  let rest = "b"
  return units.slice(first, last + 1).map(([name, size], i) => {
    const [given, left, count] = [rest, `(${rest} % ${size})`, `intDiv(${rest}, ${size})`]
    rest = left
    const isLast = i === last - first
    const separator = i === 0 ? "''" : `if(${given} = b, '', ${isLast ? "' and '" : `if(${left} = 0, ' and ', ', ')`})`
    const isShown = name === "second" ? `${count} > 0 or b = 0` : `${count} > 0`
    return `if(${isShown}, concat(${separator}, toString(${count}), ' ${name}', if(${count} = 1, '', 's')), '')`
  })
}

/** From here on a number has no whole seconds of its own. */
const largest = 2 ** 53

const timeDelta = (site: CallSite): Expr => {
  const [first, last] = [unitAt(site, 1, 0), unitAt(site, 2, units.length - 1)]
  if (last < first) return refuse(`The largest unit of function '${site.name}' is below the smallest`, site.ast(2))
  const [name, size] = units[first] ?? ["second", 1]
  const pieces = piecesOf(first, last)
  const text = "multiIf(not isFinite(a), toString(a), "
    + `abs(a) >= ${largest}.0, concat(if(a < 0, '-', ''), toString(toInt(floor(abs(a) / ${size}))), ' ${name}s'), `
    + `concat(if(a < 0, '-', ''), ${["''", ...pieces].join(", ")}))`
  return site.planning.share(
    argumentOf(site, 0, "float"),
    (value) =>
      site.planning.share(composed(site, "ifNull(toInt(floor(abs(a))), 0)", [value]), (seconds) => {
        const found = composed(site, text, [value, seconds])
        return value.type.nullable
          ? call("if", [predicate("isNull", value), literal(null, string), found], withNullable(found.type, true))
          : found
      })
  )
}

/** Numbers as people read them. */
export const readable: Entries = {
  formatReadableTimeDelta: takes(
    strict(
      ["float", "constant?", "constant?"],
      "String",
      "seconds in years (365 days), months (30.5 days), days, hours, minutes and seconds, or in the units from b to c"
    ),
    timeDelta
  )
}
