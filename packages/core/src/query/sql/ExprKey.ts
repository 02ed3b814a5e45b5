import type { Expr } from "./Plan.ts"

/** Equal for structurally equal expressions only; values that JSON would merge are kept apart. */
export const exprKey = (expr: Expr): string =>
  JSON.stringify(expr, (_, value: unknown) => {
    if (typeof value === "bigint") return { bigint: String(value) }
    if (typeof value === "number" && (!Number.isFinite(value) || Object.is(value, -0))) {
      return { number: Object.is(value, -0) ? "-0" : String(value) }
    }
    return value
  })
