import { QueryRuntimeError } from "./QueryEngine.ts"

/** The faults that numbers of a query can have, by wire code, in words that every engine uses. */
export const runtimeFaults = {
  integer_overflow: "A number is too large for Int64",
  float_overflow: "A sum is too large for Float64",
  division_by_zero: "Division by zero",
  datetime_out_of_range: "A date is outside 1900 to 2199",
  invalid_text: "The character U+0000 cannot be searched for in this database"
} as const

/** The error of a fault. */
export const runtimeFault = (code: keyof typeof runtimeFaults): QueryRuntimeError =>
  new QueryRuntimeError({ code, detail: runtimeFaults[code] })
