import { Effect } from "effect"
import type { GroupTypeIndex } from "../../../events/GroupTypeIndex.ts"
import type { PropertyFilters } from "../../../filters/PropertyFilter.ts"
import type { Sql } from "../../../filters/SqlFragment.ts"
import type { InvalidInput } from "../../../shared/InvalidInput.ts"
import type { JsonRecord } from "../../../shared/JsonRecord.ts"
import type { Asked } from "../../Asked.ts"
import type { Freshness } from "../../execution/Staleness.ts"
import type { QueryError, QueryKind, QueryNode, QueryRun } from "../../QueryKind.ts"
import type { SeriesNode } from "../../structured/SeriesNode.ts"
import type { BreakdownValue, FoundOptions } from "./ActorOptions.ts"

/** The part of a result whose actors are meant. An insight reads the fields that its results have; all are optional. */
export interface ActorSelection {
  /** The path of the selection in the request, for errors. */
  readonly path: ReadonlyArray<string>
  /** A bucket, as `days` of the result has it; of stickiness a number of intervals. */
  readonly day?: string | number | null
  /** The place of the series. */
  readonly series?: number | null
  readonly breakdown?: BreakdownValue | null
  readonly compare?: "current" | "previous" | null
  /** Of lifecycle: new, returning, resurrecting or dormant. */
  readonly status?: string | null
  /** Of retention: the row of the result. */
  readonly interval?: number | null
  /** Of stickiness: how the number of intervals is compared. */
  readonly operator?: "exact" | "gte" | "lte" | null
  /** Of funnels: the step that was reached, from 1; negative: the step that was not reached. */
  readonly funnelStep?: number | null
  readonly funnelCustomSteps?: ReadonlyArray<number> | null
  readonly funnelStepBreakdown?: BreakdownValue | null
  readonly funnelTrendsDropOff?: boolean | null
  readonly funnelTrendsEntrancePeriodStart?: string | null
  /** Of correlations: those who converted, or those who did not. */
  readonly funnelCorrelationPersonConverted?: boolean | null
  /** Of correlations: those who did this while they were in the funnel. */
  readonly funnelCorrelationPersonEntity?: SeriesNode | null
  /** Of correlations: those whose properties are so. */
  readonly funnelCorrelationPropertyValues?: PropertyFilters | null
}

/** The actors behind a part of a result, each once. */
export type Actors =
  | {
    readonly _tag: "Statement"
    /** A SELECT of `actor_id`: persons' ids, or groups' keys. It may have a column `event_count` beside it. */
    readonly statement: Sql
  }
  | {
    readonly _tag: "Listed"
    /** In the order in which they are shown unless an order is asked for. */
    readonly ids: ReadonlyArray<string>
    /** The number of events of each: `event_count`. */
    readonly counts?: ReadonlyArray<number>
  }

/** An insight's node that was read, as the source of actors. */
export interface PreparedSource {
  /** The type of group that actors are; undefined: they are persons. */
  readonly group: GroupTypeIndex | undefined
  readonly significant: Readonly<Record<string, unknown>>
  readonly freshness: Freshness
  readonly actors: (selection: ActorSelection, run: QueryRun) => Effect.Effect<Actors, QueryError>
  /** The days, series and values that a selection can name. */
  readonly options: (run: QueryRun) => Effect.Effect<FoundOptions, QueryError>
}

/** A kind of insight whose results have actors behind them. */
export interface ActorSource {
  readonly kind: string
  readonly prepare: (
    node: JsonRecord,
    path: ReadonlyArray<string>,
    asked: Asked
  ) => Effect.Effect<PreparedSource, InvalidInput>
}

type Insight<Node extends QueryNode> = Pick<
  QueryKind<Node, never>,
  "decode" | "freshness" | "kind" | "significant"
>

/** The parts of an insight for `ActorsQuery`: the kind of its actors, and the actors behind a part of its result. */
export interface ActorAnswers<Node extends QueryNode> {
  readonly group: (node: Node) => GroupTypeIndex | null | undefined
  readonly actors: (
    node: Node,
    selection: ActorSelection,
    run: QueryRun
  ) => Effect.Effect<Actors, QueryError>
  /** The values that a selection can name; without it the result has no parts to select. */
  readonly options?: (node: Node, run: QueryRun) => Effect.Effect<FoundOptions, QueryError>
}

/** The source that an insight is, with the type of its nodes closed over. */
export const actorSource = <Node extends QueryNode>(
  { decode, freshness, kind, significant }: Insight<Node>,
  { actors, group, options }: ActorAnswers<Node>
): ActorSource => ({
  kind,
  prepare: (sent, path, asked) =>
    Effect.map(decode(sent, path, asked), (node) => ({
      group: group(node) ?? undefined,
      significant: significant(node),
      freshness: freshness(node, asked),
      actors: (selection, run) => actors(node, selection, run),
      options: (run) => options?.(node, run) ?? Effect.succeed({ options: {} })
    }))
})
