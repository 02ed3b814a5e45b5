import { queryFunctions } from "../query/functions.ts"
import { statements } from "./Statements.ts"

/** The helper functions that rendered queries call. */
export const createQueryFunctions = statements(queryFunctions)
