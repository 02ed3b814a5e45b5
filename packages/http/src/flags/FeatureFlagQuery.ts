import { type FlagParameters, readFlagQuery } from "@hedgerow/core/flags/reading/FlagQuery"
import { DateTime, Effect, Schema } from "effect"
import { HttpServerRequest } from "effect/http"
import { clientUrl } from "../requests/ClientUrl.ts"
import { keyParameters } from "../requests/Credentials.ts"
import { pageParams } from "../requests/Paging.ts"

/** A parameter that is ignored when it stands there more than once. */
const lenientText = (description: string) =>
  Schema.optionalKey(Schema.String.annotate({ description }).pipe(Schema.catchDecoding(() => Effect.succeedNone)))

/** The parameters of a list of flags. */
export const flagFilterParams = {
  active: lenientText(
    "Only flags that are active, or not: `true` or `false` in any letter case; `STALE`: only stale ones."
  ),
  created_by_id: lenientText("Only flags of this user, by number."),
  search: lenientText("Only flags with this text in their key or name, in any letter case."),
  type: lenientText("Only flags of this type: `boolean`, `multivariant`, `remote_config` or `experiment`."),
  evaluation_runtime: lenientText("Only flags of this runtime: `server`, `client`, `all` or `both`, which is `all`."),
  excluded_properties: lenientText("Not the flags with these keys: a JSON list."),
  tags: lenientText("Only flags with one of these tags: a JSON list."),
  has_evaluation_tags: lenientText("`true` or `false`: only flags with evaluation tags, or without."),
  has_evaluation_contexts: lenientText("`has_evaluation_tags` by its newer name.")
}

/** The query parameters of the list of flags; a value that fits none of them is ignored. */
export const flagsQuery = {
  ...pageParams,
  ...flagFilterParams,
  order: lenientText("The field to order by; with `-` before it descending.")
}

/** The flags that parameters ask for, now. `has_evaluation_contexts` is `has_evaluation_tags` by its newer name. */
export const readFlagsQuery = ({ has_evaluation_contexts: newer, ...parameters }: FlagParameters) =>
  Effect.map(DateTime.now, (now) => readFlagQuery({ has_evaluation_tags: newer, ...parameters }, now))

/** Parameters that identify the caller. */
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
