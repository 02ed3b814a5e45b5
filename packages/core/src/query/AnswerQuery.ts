import type { WireValue } from "@hedgerow/sql/types/ResultJson"
import { Effect } from "effect"
import type { InvalidInput } from "../shared/InvalidInput.ts"
import { isJsonRecord, type JsonRecord } from "../shared/JsonRecord.ts"
import type { Asked } from "./Asked.ts"
import { namesActions, resultName } from "./CacheKey.ts"
import type { Freshness } from "./execution/Staleness.ts"
import type { QueryEngine } from "./QueryEngine.ts"
import { envelopeOf, questionOfNode } from "./QueryEnvelope.ts"
import type { QueryError, QueryKind, QueryNode, RowStream } from "./QueryKind.ts"
import { QueryLimits } from "./QueryLimits.ts"
import type { QueryResponse } from "./QueryResponse.ts"
import { timed } from "./Stopwatch.ts"
import { inRequest } from "./WrittenFields.ts"

/** A node to be answered, in the last version of its kind. */
export interface AskedNode extends Asked {
  readonly node: JsonRecord
  readonly path: ReadonlyArray<string>
}

/** A node that was read, before it is run. */
export interface PreparedQuery {
  /** Names its result. */
  readonly cacheKey: string
  readonly freshness: Freshness
  /** Whether its answer may be kept and shared: one that shows how it was made is for its caller alone. */
  readonly isShareable: boolean
  readonly answer: (engine: QueryEngine["Service"]) => Effect.Effect<QueryResponse, QueryError>
  /** The same answer for who writes it as text: lists in it may be `JsonText` already. */
  readonly answerText: (engine: QueryEngine["Service"]) => Effect.Effect<QueryResponse, QueryError>
  /** Undefined where the kind has whole answers only. */
  readonly stream: ((engine: QueryEngine["Service"]) => Effect.Effect<RowStream, QueryError>) | undefined
}

/** A node that was read: it is prepared for each time that it is asked for. */
export interface ReadNode {
  /** Whether the node, the project and the types of its properties are all that decided how it was read, and its name. */
  readonly isSelfContained: boolean
  readonly prepared: (asked: Asked) => PreparedQuery
}

/** A row of the registry with the types of its nodes and outcomes closed over. */
export interface AnswerableKind
  extends Pick<QueryKind<never, never>, "kind" | "aliases" | "answer" | "node" | "scopes" | "rate" | "upgrades">
{
  readonly read: (asked: AskedNode) => Effect.Effect<ReadNode, InvalidInput>
}

/** Reads, runs and answers nodes of the kind, as `Queries` and `QueryExecution` ask for them. */
export const answerable = <Node extends QueryNode, Outcome>(kind: QueryKind<Node, Outcome>): AnswerableKind => ({
  kind: kind.kind,
  aliases: kind.aliases,
  ...kind.node === undefined ? undefined : { node: kind.node },
  ...kind.answer === undefined ? undefined : { answer: kind.answer },
  scopes: kind.scopes,
  rate: kind.rate,
  upgrades: kind.upgrades,
  read: ({ node: upgraded, path, ...first }) =>
    Effect.gen(function*() {
      const node = yield* kind.decode(upgraded, path, first)
      const question = questionOfNode(kind, node, first)
      const actions = namesActions(question) ? yield* first.actions : undefined
      const cacheKey = resultName(question, actions)
      const place = inRequest(upgraded, path)
      return {
        isSelfContained: actions === undefined && kind.isSelfContained?.(node) === true,
        prepared: (asked) => ({
          cacheKey,
          freshness: kind.freshness(node, asked),
          isShareable: node.modifiers?.debug !== true && node.modifiers?.timings !== true,
          answer: (engine) => answerOf(kind, node, { ...asked, place, isText: false }, cacheKey, engine),
          answerText: (engine) => answerOf(kind, node, { ...asked, place, isText: true }, cacheKey, engine),
          stream: streamOf(kind, node, { ...asked, place })
        })
      }
    })
})

const whole = "."

/** The times of a query that asks for them end with that of all of it. */
const withWholeTime = (answer: QueryResponse, { modifiers }: QueryNode, seconds: number): QueryResponse => {
  if (modifiers?.timings !== true) return answer
  const steps: ReadonlyArray<WireValue> = Array.isArray(answer["timings"]) ? answer["timings"] : []
  const last = steps.at(-1)
  if (isJsonRecord(last) && last["k"] === whole) return answer
  return { ...answer, timings: [...steps, { k: whole, t: seconds }] }
}

/** The surroundings of a node's run, and the place of its errors in the request. */
interface PlacedAsked extends Asked {
  readonly place: (error: QueryError) => QueryError
}

interface PlacedRun extends PlacedAsked {
  readonly isText: boolean
}

const answerOf = <Node extends QueryNode, Outcome>(
  kind: QueryKind<Node, Outcome>,
  node: Node,
  { isText, place, ...asked }: PlacedRun,
  cacheKey: string,
  engine: QueryEngine["Service"]
) =>
  Effect.gen(function*(): Effect.fn.Return<QueryResponse, QueryError> {
    const limits = kind.limits(yield* QueryLimits)
    const answering = { node, envelope: envelopeOf(kind, node, asked, cacheKey) }
    const answer = kind.run(node, { ...asked, engine, limits, isText }).pipe(
      Effect.mapError(place),
      timed,
      Effect.map(([outcome, seconds]) => withWholeTime(kind.encode(outcome, answering), node, seconds))
    )
    if (node.modifiers?.debug !== true) return yield* answer
    const shown = ({ detail }: { readonly detail: string }) => Effect.succeed(kind.encodeFailure(detail, answering))
    return yield* Effect.catchTags(answer, {
      SqlSyntaxError: shown,
      SqlSemanticError: shown,
      QueryRuntimeError: shown
    })
  })

const streamOf = <Node extends QueryNode>(
  { limits, stream }: Pick<QueryKind<Node, never>, "limits" | "stream">,
  node: Node,
  { place, ...asked }: PlacedAsked
): PreparedQuery["stream"] =>
  stream === undefined
    ? undefined
    : (engine) =>
      Effect.flatMap(QueryLimits, (every) =>
        Effect.mapError(stream(node, { ...asked, engine, limits: limits(every), isText: false }), place))
