import { Effect, Schema } from "effect"
import { component, field, recordOf } from "../../../shared/DocumentedSchema.ts"
import type { JsonRecord } from "../../../shared/JsonRecord.ts"
import type { Asked } from "../../Asked.ts"
import { decodeNode } from "../../DecodeNode.ts"
import { plainKind } from "../../PlainKind.ts"
import type { QueryKind } from "../../QueryKind.ts"
import { clientFields, modifiersField } from "../../QueryModifiers.ts"
import { failedInsight, insightAnswer } from "../../structured/InsightFields.ts"
import { joinedRuns } from "../../structured/RunStatement.ts"
import type { ActorOptions, FoundOptions } from "./ActorOptions.ts"
import { OptionsAnswer } from "./ActorsAnswer.ts"
import { readInsightSource, type ReadSource } from "./ReadSource.ts"

/** The parts of a result whose actors can be asked for. */
export const InsightActorsQueryOptions = Schema.Struct({
  kind: field(Schema.Literal("InsightActorsQueryOptions"), "The kind of the query."),
  source: field(recordOf("ActorsSelection"), "The part of a result whose actors can be asked for."),
  modifiers: modifiersField,
  ...clientFields
}).annotate(component("InsightActorsQueryOptions", "The values by which actors of a result can be selected.", {
  examples: [{
    kind: "InsightActorsQueryOptions",
    source: {
      kind: "InsightActorsQuery",
      source: { kind: "TrendsQuery", series: [{ kind: "EventsNode", event: "$pageview" }] }
    }
  }]
}))

interface OptionsNode extends Omit<typeof InsightActorsQueryOptions.Type, "source"> {
  readonly from: ReadSource
}

const read = decodeNode(InsightActorsQueryOptions)

const decode = Effect.fnUntraced(function*(sent: JsonRecord, path: ReadonlyArray<string>, asked: Asked) {
  const { source, ...fields } = yield* read(sent, path)
  const node: OptionsNode = { ...fields, from: yield* readInsightSource(source, [...path, "source"], asked) }
  return node
})

const shown = ({ breakdown, compare, day, interval, series, status }: ActorOptions) => ({
  day: day ?? null,
  status: status ?? null,
  interval: interval ?? null,
  breakdown: breakdown ?? null,
  series: series ?? null,
  compare: compare ?? null
})

/** The kind of query that lists the values by which actors of a result can be selected: days, series, breakdowns. */
export const actorsQueryOptions: QueryKind<OptionsNode, FoundOptions> = {
  kind: "InsightActorsQueryOptions",
  ...plainKind,
  node: InsightActorsQueryOptions,
  answer: OptionsAnswer,
  decode,
  freshness: ({ from }) => from.freshness,
  significant: ({ from }) => ({ source: from.significant }),
  run: ({ from }, run) => from.options(run),
  encode: ({ options, ran, span }, { envelope, node: { modifiers } }) => {
    const answer = insightAnswer({ ran: ran ?? joinedRuns([]), span }, modifiers, envelope)
    return { ...answer, ...shown(options) }
  },
  encodeFailure: (detail, { envelope }) => {
    const { results: _, ...failed } = failedInsight(detail)
    return { ...envelope, ...failed, ...shown({}) }
  }
}
