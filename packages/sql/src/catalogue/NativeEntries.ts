import type { Example } from "../functions/Signature.ts"
import type { Expr } from "../plan/Plan.ts"
import { type CallSite, type Entries, type FunctionEntry, takes } from "../planning/CallSite.ts"
import { type Parameter, strict } from "../planning/Described.ts"
import { isExact, withNullable } from "../types/SqlType.ts"
import { call, literal, string } from "../typing/PlanExpr.ts"
import { argumentOf } from "./ParameterTypes.ts"
import { clickHouseOnly, type NativeRow } from "./Tiers.ts"

const lowered = (name: string, row: NativeRow) => (site: CallSite): Expr => {
  const args = site.args.map((arg, i) => {
    // Engines hold them as other numbers than ClickHouse itself.
    if (isExact(arg.type) || arg.type.kind === "Interval") return site.illegalType(i)
    return argumentOf(site, i, row.takes[i] ?? row.takes.at(-1) ?? "any")
  })
  const nullable = args.some(({ type }) => type.nullable)
  return call("native", [literal(name, string), ...args], withNullable(row.gives, nullable))
}

const entryOf = (name: string, row: NativeRow): FunctionEntry => {
  const required = row.takes.length - (row.optional ?? 0)
  const parameters = row.takes.map((type, i): Parameter => {
    const isRepeated = row.repeats === true && i === row.takes.length - 1
    return isRepeated ? `${type}…` : i < required ? type : `${type}?`
  })
  return takes(strict(parameters, row.result, row.meaning), lowered(name, row))
}

const rows = Object.entries(clickHouseOnly)

/** The functions that only ClickHouse has, by name. */
export const nativeEntries: Entries = Object.fromEntries(rows.map(([name, row]) => [name, entryOf(name, row)]))

export const nativeExamples: Readonly<Record<string, Example>> = Object.fromEntries(
  rows.map(([name, { example }]) => [name, example])
)
