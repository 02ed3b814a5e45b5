import { Effect, type Schema } from "effect"
import type { KnownAction } from "../../actions/KnownActions.ts"
import type { JsonRecord } from "../../shared/JsonRecord.ts"
import type { Asked } from "../Asked.ts"
import { decodeNode } from "../DecodeNode.ts"
import { namedActions } from "./ActionsNode.ts"
import { type InsightFields, overridden } from "./InsightFields.ts"
import { actionIds, type SeriesNode } from "./SeriesNode.ts"

/** The additions of reading to a query of series. */
export interface ReadSeries {
  /** Its place in the request. */
  readonly path: ReadonlyArray<string>
  readonly actions: ReadonlyMap<number, KnownAction>
}

type SeriesFields = Pick<InsightFields, "dateRange" | "properties"> & { readonly series: ReadonlyArray<SeriesNode> }

/** Reads queries of the form, as a dashboard changes them, with the actions that their series name. */
export const decodeSeriesQuery = <Query extends SeriesFields>(form: Schema.Decoder<Query>) => {
  const decode = decodeNode(form)
  return Effect.fnUntraced(function*(sent: JsonRecord, path: ReadonlyArray<string>, asked: Asked) {
    const query = overridden(yield* decode(sent, path), asked.overrides)
    const read: Query & ReadSeries = { ...query, path, actions: yield* namedActions(actionIds(query.series), asked) }
    return read
  })
}
