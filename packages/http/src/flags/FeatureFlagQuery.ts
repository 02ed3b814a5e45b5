import { type FlagParameters, readFlagQuery } from "@hedgerow/core/flags/FlagQuery"
import { DateTime, Effect, Schema } from "effect"
import { HttpServerRequest } from "effect/http"
import { clientUrl } from "../requests/ClientUrl.ts"
import { keyParameters } from "../requests/Credentials.ts"
import { pageParams } from "../requests/Paging.ts"

const text = Schema.String.pipe(Schema.catchDecoding(() => Effect.succeedNone))

/** A parameter that is ignored when it stands there more than once. */
const lenientText = Schema.optionalKey(text)

const active = Schema.optionalKey(text.annotate({
  description: "`true` and `false` in any letter case, or `STALE`. Any other value is ignored."
}))

/** Which flags are asked for. */
export const flagFilterParams = {
  active,
  created_by_id: lenientText,
  search: lenientText,
  type: lenientText,
  evaluation_runtime: lenientText,
  excluded_properties: lenientText,
  tags: lenientText,
  has_evaluation_tags: lenientText,
  has_evaluation_contexts: lenientText
}

/** The query parameters of the list of flags; what is no value of one is ignored. */
export const flagsQuery = { ...pageParams, ...flagFilterParams, order: lenientText }

/** The flags that parameters ask for, now. `has_evaluation_contexts` is `has_evaluation_tags` by its newer name. */
export const readFlagsQuery = ({ has_evaluation_contexts: newer, ...parameters }: FlagParameters) =>
  Effect.map(DateTime.now, (now) => readFlagQuery({ has_evaluation_tags: newer, ...parameters }, now))

/** Parameters that say who asks. */
const credentials = new Set([...keyParameters, "token"])

/** The filters of the request's query as they were sent; one that stands there more than once is a list. */
export const sentFilters = Effect.gen(function*() {
  const { searchParams } = yield* Effect.flatMap(HttpServerRequest.HttpServerRequest, clientUrl)
  const names = [...new Set(searchParams.keys())].filter((name) => !credentials.has(name))
  const filters = names.map((name): readonly [string, unknown] => {
    const values = searchParams.getAll(name)
    return [name, values.length === 1 ? values[0] : values]
  })
  return Object.fromEntries(filters)
})
