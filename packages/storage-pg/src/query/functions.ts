import { calendarFunctions } from "./server/CalendarFunctions.ts"
import { dateFunctions } from "./server/DateFunctions.ts"
import { floatFunctions } from "./server/FloatFunctions.ts"
import { jsonFunctions } from "./server/JsonFunctions.ts"
import { textFunctions } from "./server/TextFunctions.ts"

/**
 * The statements that create the helper functions of rendered queries, in order. Each may run again: it replaces the
 * function. They are found through `search_path`, like the tables.
 */
export const queryFunctions: ReadonlyArray<string> = [
  ...floatFunctions,
  ...textFunctions,
  ...dateFunctions,
  ...calendarFunctions,
  ...jsonFunctions
]
