import { Context, Effect, Layer, type Option, type Redacted, type Scope } from "effect"
import { EmbeddedClickHouse } from "../embedded/EmbeddedClickHouse.ts"
import { queriesAtOnce } from "../embedded/EngineProcess.ts"
import type { ClickHouseFailure, ClickHouseUnavailable, StatementRefused } from "../protocol/ClickHouseErrors.ts"
import type { Answer, InsertOptions, OpenAnswer, QueryOptions, Statement } from "../protocol/Statement.ts"
import { make } from "./Client.ts"
import type { DamagedPart } from "./Damage.ts"

export * from "../protocol/ClickHouseErrors.ts"
export type * from "../protocol/Statement.ts"

/** The address of the engine, and the way to use it. */
export interface ClickHouseOptions {
  /** `http(s)://user:password@host:port` of a server or of a balancer before several. */
  readonly url: Redacted.Redacted
  /** The database that holds everything; made when missing. Default `hedgerow`. */
  readonly database?: string
  /** The cluster that DDL and KILL run on. */
  readonly cluster?: string
  /** The most requests that this process has open. Default 24. */
  readonly maxConnections?: number
}

/** A ClickHouse: a server, a cluster or the embedded engine. Interrupting an effect stops its work in the engine. */
export class ClickHouse extends Context.Service<ClickHouse, {
  /** Runs one query and answers all its rows. */
  readonly query: (statement: Statement, options?: QueryOptions) => Effect.Effect<Answer, ClickHouseFailure>
  /** Runs one query and answers its rows as they are asked for. */
  readonly open: (
    statement: Statement,
    options?: QueryOptions
  ) => Effect.Effect<OpenAnswer, ClickHouseFailure | StatementRefused, Scope.Scope>
  /** Appends rows, each a line of TabSeparated text, to a table of the database; all names are quoted here. */
  readonly insert: (
    table: string,
    columns: ReadonlyArray<string>,
    rows: ReadonlyArray<string>,
    options?: InsertOptions
  ) => Effect.Effect<void, ClickHouseFailure>
  /** Runs a statement that answers no rows. */
  readonly command: (statement: Statement) => Effect.Effect<void, ClickHouseFailure>
  readonly ping: Effect.Effect<void, ClickHouseUnavailable>
  /**
   * The time at which the engine last answered after a silence, in milliseconds; -Infinity when it never was silent.
   */
  readonly backSince: () => number
  /** The parts of tables that queries of this process have found damaged. */
  readonly damaged: () => ReadonlyArray<DamagedPart>
  /** Statements of users' queries that run at once for this process. */
  readonly queriesAtOnce: number
  /** Bytes that one statement of a user's query may hold where nothing else is stated; undefined where the server decides. */
  readonly statementMemory: number | undefined
  /** The name of the database, quoted: `` `hedgerow` ``. Names without a database are in it too. */
  readonly database: string
  readonly cluster: Option.Option<string>
}>()("@hedgerow/storage-clickhouse/client/ClickHouse") {
  /** The ClickHouse at a URL. */
  static readonly layer = (options: ClickHouseOptions): Layer.Layer<ClickHouse, ClickHouseFailure> =>
    Layer.effect(ClickHouse, make({ ...options, socketPath: undefined }))

  /** The embedded engine. */
  static readonly layerEmbedded = (
    options: Pick<ClickHouseOptions, "database" | "maxConnections">
  ): Layer.Layer<ClickHouse, ClickHouseFailure, EmbeddedClickHouse> =>
    Layer.effect(
      ClickHouse,
      Effect.flatMap(EmbeddedClickHouse, ({ deaths, socketPath, statementMemory, url }) =>
        make({ ...options, url, socketPath, deaths, queriesAtOnce, statementMemory }))
    )
}
