import type { DateCall, Expr } from "../../plan/Plan.ts"
import { argument } from "../../plan/PlanWalk.ts"
import type { ExprRenderer } from "../ExprRenderer.ts"

/** The wall clock of a Date or DateTime64 in the call's zone. */
const wall = (expr: Expr, zone: string, r: ExprRenderer): string =>
  expr.type.kind === "Date" ? `${r.value(expr)}::timestamp` : `(${r.value(expr)} AT TIME ZONE ${zone})`

/** The instant of a DateTime64, or a Date's midnight in the call's zone. */
const instant = (expr: Expr, zone: string, r: ExprRenderer): string =>
  expr.type.kind === "Date" ? `hg_instant(${r.value(expr)}::timestamp, ${zone})` : r.value(expr)

/** Seconds since 1970. Until the year 2200 a float holds them so closely that none is rounded up to the next whole one. */
export const wholeSeconds = (x: string): string => `floor(date_part('epoch', ${x}))::int8`

/** The SQL of `hg_unit_number` for units that are the same in every zone. */
const seconds: Readonly<Partial<Record<DateCall["unit"], (x: string) => string>>> = {
  second: (x) => wholeSeconds(x),
  minute: (x) => `floor(date_part('epoch', ${x}) / 60)::int8`
}

/** A date function of the plan. */
export const renderDateCall = (call: DateCall, r: ExprRenderer): string => {
  const zone = r.parameters.text(call.timezone)
  const unit = r.parameters.text(call.unit)
  const first = argument(call, 0)
  switch (call.fn) {
    case "startOf":
      return call.type.kind === "Date"
        ? `hg_start_date(${unit}, ${wall(first, zone, r)})`
        : `hg_start_instant(${unit}, ${instant(first, zone, r)}, ${zone})`
    case "part":
      return `hg_part(${unit}, ${wall(first, zone, r)})`
    case "diff": {
      const [from, to] = [instant(first, zone, r), instant(argument(call, 1), zone, r)]
      const number = seconds[call.unit] ?? ((x: string) => `hg_unit_number(${unit}, ${x}, ${zone})`)
      return `(${number(to)} - ${number(from)})`
    }
    case "add":
      return `hg_add(${unit}, ${instant(first, zone, r)}, ${r.value(argument(call, 1))}, ${zone})`
  }
}
