import { calendarFunctions } from "./0002_functions/CalendarFunctions.ts"
import { dateFunctions } from "./0002_functions/DateFunctions.ts"
import { floatFunctions } from "./0002_functions/FloatFunctions.ts"
import { jsonFunctions } from "./0002_functions/JsonFunctions.ts"
import { textFunctions } from "./0002_functions/TextFunctions.ts"
import { statements } from "./Statements.ts"

/**
 * The functions that the queries of the first release call, as they were in it. Later releases have theirs in a schema of
 * their own (`query/server/HelperSchema.ts`).
 */
export const createQueryFunctions = statements([
  ...floatFunctions,
  ...textFunctions,
  ...dateFunctions,
  ...calendarFunctions,
  ...jsonFunctions
])
