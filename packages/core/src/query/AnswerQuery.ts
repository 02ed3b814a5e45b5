import { Effect } from "effect"
import type { JsonRecord } from "../shared/JsonRecord.ts"
import type { QueryEngine } from "./QueryEngine.ts"
import type { QueryError, QueryKind, QueryNode } from "./QueryKind.ts"
import { QueryLimits } from "./QueryLimits.ts"
import type { Asked } from "./QueryRequest.ts"
import { envelopeOf, type QueryResponse } from "./QueryResponse.ts"

/** A node to be answered, in the last version of its kind. */
export interface AskedNode extends Asked {
  readonly node: JsonRecord
  readonly path: ReadonlyArray<string>
  readonly engine: QueryEngine["Service"]
}

/** A row of the registry with the types of its nodes and outcomes closed over. */
export interface AnswerableKind
  extends Pick<QueryKind<never, never>, "kind" | "aliases" | "scopes" | "rate" | "upgrades">
{
  readonly answer: (asked: AskedNode) => Effect.Effect<QueryResponse, QueryError>
}

/** Reads, runs and answers nodes of the kind, as `Queries` asks for them. */
export const answerable = <Node extends QueryNode, Outcome>(kind: QueryKind<Node, Outcome>): AnswerableKind => ({
  kind: kind.kind,
  aliases: kind.aliases,
  scopes: kind.scopes,
  rate: kind.rate,
  upgrades: kind.upgrades,
  answer: Effect.fnUntraced(function*({ engine, node: upgraded, path, ...asked }) {
    const node = yield* Effect.fromResult(kind.decode(upgraded, path))
    const limits = kind.limits(yield* QueryLimits)
    const answering = { node, envelope: envelopeOf(kind, node, asked) }
    const answer = kind.run(node, { ...asked, engine, limits }).pipe(
      Effect.map((outcome) => kind.encode(outcome, answering))
    )
    if (node.modifiers?.debug !== true) return yield* answer
    const shown = ({ detail }: { readonly detail: string }) => Effect.succeed(kind.encodeFailure(detail, answering))
    return yield* Effect.catchTags(answer, {
      SqlSyntaxError: shown,
      SqlSemanticError: shown,
      QueryRuntimeError: shown
    })
  })
})
