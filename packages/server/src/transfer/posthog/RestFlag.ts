import { isJsonRecord, type JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import * as Effect from "effect/Effect"
import type { ProjectApi } from "./ProjectApi.ts"

/** The versions of a flag that the copy itself makes: the flag, and the experiment that turns it on. */
const versionsOfCopy = 2

/**
 * Turns the flag of an experiment off again where the source has it off: an experiment that has begun turns its flag on when
 * it is made. A flag that anybody changed since stays as it is.
 */
export const restFlag = Effect.fnUntraced(function*(
  { feature_flag, start_date }: JsonRecord,
  target: ProjectApi,
  idAt: (id: string) => number | string | undefined
) {
  if (!isJsonRecord(feature_flag) || feature_flag["active"] !== false || typeof start_date !== "string") return
  const id = idAt(String(feature_flag["id"]))
  if (id === undefined) return
  const path = `feature_flags/${id}/`
  const { body } = yield* target.send("GET", path)
  if (!isJsonRecord(body) || body["active"] !== true || Number(body["version"]) > versionsOfCopy) return
  yield* target.send("PATCH", path, { active: false })
})
