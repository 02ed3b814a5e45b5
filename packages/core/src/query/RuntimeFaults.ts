import { QueryRuntimeError } from "./QueryEngine.ts"

/**
 * The searches that a database cannot do, by wire code, in words that every engine uses. No data makes a query fail.
 */
export const runtimeFaults = {
  invalid_text: "The character U+0000 cannot be searched for in this database"
} as const

/** The error of a fault. */
export const runtimeFault = (code: keyof typeof runtimeFaults): QueryRuntimeError =>
  new QueryRuntimeError({ code, detail: runtimeFaults[code] })
