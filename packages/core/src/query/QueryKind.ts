import type { SqlSemanticError, SqlSyntaxError } from "@hedgerow/sql/ast/SqlErrors"
import type { Effect, Schema, Stream } from "effect"
import type { Scope } from "../access/Scope.ts"
import type { InvalidInput } from "../shared/InvalidInput.ts"
import type { JsonRecord } from "../shared/JsonRecord.ts"
import type { Asked } from "./Asked.ts"
import type { Freshness } from "./execution/Staleness.ts"
import type { QueryColumn, QueryEngine, QueryEngineError, QueryPiece } from "./QueryEngine.ts"
import type { Limits } from "./QueryLimits.ts"
import type { QueryModifiers } from "./QueryModifiers.ts"
import type { QueryEnvelope, QueryResponse } from "./QueryResponse.ts"

/** The reasons for which a query has no answer. */
export type QueryError = InvalidInput | SqlSyntaxError | SqlSemanticError | QueryEngineError

/** The rate limit of a kind: that of any query, or that of SQL. The host sets the numbers. */
export type QueryRate = "query" | "sql"

/** The fields that every node may carry. */
export interface QueryNode {
  readonly modifiers?: QueryModifiers | null
}

/** The input of a run beside the node. */
export interface QueryRun extends Asked {
  readonly engine: QueryEngine["Service"]
  /** The limits of the kind. */
  readonly limits: Limits
  /** Whether the answer is wanted as text: a kind may write its rows as JSON while they arrive. */
  readonly isText: boolean
}

/** An answer whose rows come as they are taken. */
export interface RowStream {
  /** As the caller named them: several may have one name. Rows may have more cells after those of the columns. */
  readonly columns: ReadonlyArray<QueryColumn>
  /** Warnings about the rows, in words. */
  readonly warnings: ReadonlyArray<string>
  readonly pieces: Stream.Stream<QueryPiece, QueryEngineError>
}

/** The input of an answer beside the outcome. Every answer holds the envelope. */
export interface Answering<Node> {
  readonly node: Node
  readonly envelope: QueryEnvelope
}

/**
 * One kind of query, a row of the registry (`QueryKinds.ts`): everything that is known of it. The code that reads, limits,
 * runs and answers requests is the same for all kinds.
 */
export interface QueryKind<Node extends QueryNode, Outcome> {
  readonly kind: string
  /** Other names of the kind: the same query under one of them is the same query. */
  readonly aliases: ReadonlyArray<string>
  /** The scopes that a key needs to run it. */
  readonly scopes: ReadonlyArray<Scope>
  readonly rate: QueryRate
  /** The limits of the kind, given those of every query. */
  readonly limits: (every: Limits) => Limits
  /**
   * Bring a node from version 1 to 2, from 2 to 3, …: nodes of every version are decoded in the last. Kinds of the reference
   * that have none here have those of `upgrade/Chains.ts`.
   */
  readonly upgrades: ReadonlyArray<(node: JsonRecord) => JsonRecord>
  /**
   * Reads a node, and what decides its result but stands elsewhere, such as the record that it names; `path` is where the
   * node stands in the request.
   */
  readonly decode: (node: JsonRecord, path: ReadonlyArray<string>, asked: Asked) => Effect.Effect<Node, InvalidInput>
  /**
   * Whether a node was read by its own fields alone, so that the same request need not be read again. Kinds without it read
   * something else for each of their nodes, or may.
   */
  readonly isSelfContained?: (node: Node) => boolean
  /** The form of its nodes, for the description of the API. */
  readonly node?: Schema.Top
  /** The form of its answers, for the description of the API. */
  readonly answer?: Schema.Top
  /** The time for which its result is fresh. */
  readonly freshness: (node: Node, asked: Asked) => Freshness
  /** The fields of a node that decide its result: its part of the cache key. */
  readonly significant: (node: Node) => Readonly<Record<string, unknown>>
  readonly run: (node: Node, run: QueryRun) => Effect.Effect<Outcome, QueryError>
  /** Reads the same rows one after the other, however many there are. Kinds without it have whole answers only. */
  readonly stream?: (node: Node, run: QueryRun) => Effect.Effect<RowStream, QueryError>
  readonly encode: (outcome: Outcome, answering: Answering<Node>) => QueryResponse
  /** The answer of a failed query that asked for errors in the answer (`modifiers.debug`). */
  readonly encodeFailure: (detail: string, answering: Answering<Node>) => QueryResponse
}
