import { Effect, Layer } from "effect"
import { PgDatabase } from "../../database/PgDatabase.ts"
import { answerFunctions } from "./AnswerFunctions.ts"
import { calendarFunctions } from "./CalendarFunctions.ts"
import { dateFunctions } from "./DateFunctions.ts"
import { exactFunctions } from "./ExactFunctions.ts"
import { familyFunctions } from "./families/Families.ts"
import { floatFunctions } from "./FloatFunctions.ts"
import { type HelperSet, helperSet, install } from "./HelperSchema.ts"
import { integerFunctions } from "./IntegerFunctions.ts"
import { jsonFunctions } from "./JsonFunctions.ts"
import { orderFunctions } from "./OrderFunctions.ts"
import { textFunctions } from "./TextFunctions.ts"

/**
 * The statements that create the functions of rendered queries, in order: the functions that one calls stand before it.
 */
const queryFunctions: ReadonlyArray<string> = [
  ...floatFunctions,
  ...integerFunctions,
  ...exactFunctions,
  ...textFunctions,
  ...dateFunctions,
  ...calendarFunctions,
  ...jsonFunctions,
  ...orderFunctions,
  ...familyFunctions,
  ...answerFunctions
]

/** The functions of this release, for the tables of a schema. */
export const queryHelpers = (schema: string): HelperSet => helperSet(schema, queryFunctions)

/** Sees to it that the functions of this release are in the database. */
export const installQueryFunctions = Effect.flatMap(PgDatabase, ({ schema }) => install(queryHelpers(schema)))

/** A layer that has done so once it is built. */
export const layer = Layer.effectDiscard(installQueryFunctions)
