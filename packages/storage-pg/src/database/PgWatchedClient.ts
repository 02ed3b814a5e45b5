import { PgClient, type PgConnection, PgPool } from "@effect/sql-pg"
import { Context, Effect, type Scope } from "effect"
import type { Reactivity } from "effect/reactivity"
import { SqlClient, type SqlError } from "effect/sql"
import { PgSession } from "./PgSession.ts"
import type { PgWatch } from "./PgWatch.ts"

/**
 * The client of a pool whose connections and statements are watched. Of a pool that another made the statements are
 * watched, its connections are its own.
 */
export const makeWatchedClient = Effect.fnUntraced(
  function*(
    config: PgClient.PgPoolConfig,
    { connect, waits }: PgWatch["Service"],
    given?: PgPool.PgPool
  ): Effect.fn.Return<
    Context.Context<PgClient.PgClient | SqlClient.SqlClient>,
    SqlError.SqlError,
    Reactivity.Reactivity | Scope.Scope
  > {
    const watched = { ...config, stream: connect }
    // It opens a connection only when it is asked for one, which nobody does: only values and names are its own.
    const own = yield* PgClient.make(watched)
    const pool = given ?? (yield* PgPool.make(watched))
    const session = (connection: PgConnection.PgConnection) => new PgSession(connection, waits)
    const lent = (connection: PgConnection.PgConnection) => new PgSession(connection, undefined)
    const statements = yield* SqlClient.make({
      acquirer: Effect.map(waits.during(pool.get), session),
      borrower: (use) => waits.during(pool.use((connection) => use(lent(connection)))),
      transactionAcquirer: Effect.map(waits.during(pool.reserve), session),
      compiler: PgClient.makeCompiler(),
      prepareTransactionControls: true,
      commit: (connection) => connection instanceof PgSession ? connection.commit : Effect.void,
      releaseSavepoint: (name) => `RELEASE SAVEPOINT ${name}`,
      driver: "pg",
      spanAttributes: [["db.system.name", "postgresql"], ["db.namespace", config.database ?? "postgres"]]
    })
    const { json, listen, notify } = own
    const client: PgClient.PgClient = Object.assign(statements, {
      [PgClient.TypeId]: PgClient.TypeId,
      config: own.config,
      json,
      listen,
      notify
    })
    return Context.make(PgClient.PgClient, client).pipe(Context.add(SqlClient.SqlClient, client))
  }
)
