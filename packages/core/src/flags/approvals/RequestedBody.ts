import { Effect, type Schema } from "effect"
import { withTextPayloads } from "../../evaluation/filters/PayloadRules.ts"
import { InvalidInput } from "../../shared/InvalidInput.ts"
import { isJsonRecord, type JsonRecord } from "../../shared/JsonRecord.ts"
import { hasUnreadable, openSealed, sealPayloads } from "../editing/FlagPayloads.ts"
import { notConfigured } from "../editing/FlagSecrets.ts"
import type { ChangeRequest } from "./ChangeRequest.ts"

/** The fields of a change that are about the request, or about the version that the change is based on. */
const aside: ReadonlySet<string> = new Set([
  "version",
  "original_flag",
  "_approval_comment",
  "_approval_scheduled_at"
])

/** The fields of a body that change the flag; `touches` are those that are to be written. */
export const ownFields = (body: JsonRecord, touches: ReadonlySet<string>): JsonRecord =>
  Object.fromEntries(
    Object.entries(body).filter(([name]) =>
      !aside.has(name) && touches.has(name === "evaluation_contexts" ? "evaluation_tags" : name)
    )
  )

/** The body with each payload as text, in which two that ask for the same are equal. */
export const comparedBody = (body: JsonRecord): JsonRecord => {
  const { filters } = body
  return isJsonRecord(filters) ? { ...body, filters: withTextPayloads(filters) } : body
}

/** A body as a request keeps it: payloads that the flag encrypts are sealed. */
export const sealedBody = Effect.fnUntraced(
  function*(body: JsonRecord, flag: Pick<ChangeRequest, "flag_id" | "project_id">, isSecret: boolean) {
    const { filters } = body
    const place = { id: flag.flag_id, project_id: flag.project_id }
    const kept = isSecret && isJsonRecord(filters)
      ? { ...body, filters: yield* sealPayloads(withTextPayloads(filters), place) }
      : body
    return { body: kept as ChangeRequest["body"], is_sealed: isSecret && isJsonRecord(filters) }
  },
  Effect.mapError(() => notConfigured)
)

const unreadable = InvalidInput.at(
  ["filters", "payloads"],
  "invalid_input",
  "The request has an encrypted payload that cannot be read: its secret key is missing on the server."
)

/** The body of a request with readable payloads. */
export const openedBody = Effect.fnUntraced(function*({ body, flag_id, is_sealed, project_id }: ChangeRequest) {
  const filters: Schema.Json | undefined = body["filters"]
  if (!is_sealed || !isJsonRecord(filters)) return body
  const opened = yield* openSealed(filters, { id: flag_id, project_id })
  return hasUnreadable(opened) ? yield* unreadable : { ...body, filters: opened }
})
