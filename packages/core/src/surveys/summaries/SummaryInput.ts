import { Effect } from "effect"
import { boolean, readFields } from "../../shared/Fields.ts"

/** The fields of a request for a summary. */
export const summaryFields = {
  force_refresh: boolean().optional.describe("Whether a summary that is kept is made anew.", false)
}

/** Whether the body asks for a new summary. */
export const readForced = (body: unknown) =>
  Effect.map(readFields(summaryFields, body), ({ force_refresh = false }) => force_refresh)
