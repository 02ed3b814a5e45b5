import type { DateCall, Expr } from "@hedgerow/core/query/sql/Plan"
import { argument } from "@hedgerow/core/query/sql/PlanWalk"
import type { ExprRenderer } from "../ExprRenderer.ts"

/** The wall clock of a Date or DateTime64 in the call's zone. */
const wall = (expr: Expr, zone: string, r: ExprRenderer): string =>
  expr.type.kind === "Date" ? `${r.value(expr)}::timestamp` : `(${r.value(expr)} AT TIME ZONE ${zone})`

/** The instant of a DateTime64, or a Date's midnight in the call's zone. */
const instant = (expr: Expr, zone: string, r: ExprRenderer): string =>
  expr.type.kind === "Date" ? `hg_instant(${r.value(expr)}::timestamp, ${zone})` : r.value(expr)

/** What `hg_unit_number` says of units that are the same in every zone. */
const seconds: Readonly<Partial<Record<DateCall["unit"], (x: string) => string>>> = {
  second: (x) => `floor(extract(epoch FROM ${x}))::int8`,
  minute: (x) => `floor(extract(epoch FROM ${x}) / 60)::int8`
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
