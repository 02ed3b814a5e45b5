import { type FlagParameters, readFlagQuery } from "@hedgerow/core/flags/FlagQuery"
import { DateTime, Effect, Schema } from "effect"
import { pageParams } from "../requests/Paging.ts"

/** A parameter that is passed over when it stands there more than once. */
const lenientText = Schema.optionalKey(Schema.String.pipe(Schema.catchDecoding(() => Effect.succeedNone)))

/** Which flags are asked for. */
export const flagFilterParams = {
  active: lenientText,
  created_by_id: lenientText,
  search: lenientText,
  type: lenientText,
  evaluation_runtime: lenientText,
  excluded_properties: lenientText,
  tags: lenientText,
  has_evaluation_tags: lenientText,
  has_evaluation_contexts: lenientText,
  order: lenientText
}

/** The query parameters of the list of flags; what is no value of one is passed over. */
export const flagsQuery = { ...pageParams, ...flagFilterParams }

/** The flags that parameters ask for, now. `has_evaluation_contexts` is `has_evaluation_tags` by its newer name. */
export const readFlagsQuery = ({ has_evaluation_contexts: newer, ...parameters }: FlagParameters) =>
  Effect.map(DateTime.now, (now) => readFlagQuery({ has_evaluation_tags: newer, ...parameters }, now))
