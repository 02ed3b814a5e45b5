import { windows } from "../functions/Functions.ts"
import type { Aggregate, Frame, FrameBound, Window } from "../plan/Plan.ts"

export const isWindowName = (fn: Window["fn"]): fn is keyof typeof windows => Object.hasOwn(windows, fn)

/** The aggregate that a window computes. */
export const asAggregate = ({ args, filter, fn, type }: Window): Aggregate => {
  if (isWindowName(fn)) throw new Error(`${fn} is no aggregate`)
  return { _tag: "Aggregate", fn, args, filter, type }
}

const bound = (one: FrameBound): string => {
  if (one.kind === "current row") return "CURRENT ROW"
  return `${one.count === "unbounded" ? "UNBOUNDED" : one.count} ${one.kind.toUpperCase()}`
}

const frameText = ({ end, start, unit }: Frame): string =>
  `${unit.toUpperCase()} BETWEEN ${bound(start)} AND ${bound(end)}`

/** `(PARTITION BY … ORDER BY … ROWS …)`, given how the keys and terms are written. */
export const windowText = (
  { frame }: Window,
  partitionBy: ReadonlyArray<string>,
  orderBy: ReadonlyArray<string>
): string =>
  `(${
    [
      ...partitionBy.length === 0 ? [] : [`PARTITION BY ${partitionBy.join(", ")}`],
      ...orderBy.length === 0 ? [] : [`ORDER BY ${orderBy.join(", ")}`],
      ...frame === undefined ? [] : [frameText(frame)]
    ].join(" ")
  })`
