import type { Effect, Option } from "effect"
import type { ChunkHashes } from "../caching/Chunks.ts"
import type { Page, PageRequest } from "../shared/Page.ts"
import type { EntityRow, OwnerOf } from "./Entity.ts"
import type { EntityColumns, OrderBy, Where } from "./Where.ts"

/** The conditions and the order of the rows of a list. */
export interface EntityQuery<Row extends EntityRow, Derived extends object = EntityColumns> {
  /** Every row when it is not given. */
  readonly where?: Where<Row & Derived>
  /** Rows that are deleted are meant, too. */
  readonly includesDeleted?: boolean
  /** By id when it is not given. */
  readonly order?: OrderBy<Row & Derived>
}

/**
 * Storage of one entity. A row of another owner, project or user, is as one that does not exist. Rows that are not deleted are all rows of
 * an entity without a `deleted` mark.
 */
export interface EntityRepository<Row extends EntityRow, Derived extends object = EntityColumns, Taken = never> {
  /** The id of the next row: unique over the installation and given once. */
  readonly nextId: Effect.Effect<Row["id"]>
  /** A page of the rows; deleted ones only where the query asks for them, here and below. */
  readonly list: (
    owner: OwnerOf<Row>,
    query: EntityQuery<Row, Derived>,
    page: PageRequest
  ) => Effect.Effect<Page<Row>>
  /** Every row. */
  readonly all: (owner: OwnerOf<Row>, query?: EntityQuery<Row, Derived>) => Effect.Effect<ReadonlyArray<Row>>
  /** The first row. */
  readonly first: (owner: OwnerOf<Row>, query: EntityQuery<Row, Derived>) => Effect.Effect<Option.Option<Row>>
  /** Also a deleted one. */
  readonly find: (owner: OwnerOf<Row>, id: Row["id"]) => Effect.Effect<Option.Option<Row>>
  /** As `find`; inside a `Transaction.run` no other one gets past its own until it ends. */
  readonly findForUpdate: (owner: OwnerOf<Row>, id: Row["id"]) => Effect.Effect<Option.Option<Row>>
  /** Also deleted ones, by id, each once. */
  readonly findMany: (owner: OwnerOf<Row>, ids: ReadonlyArray<Row["id"]>) => Effect.Effect<ReadonlyArray<Row>>
  /**
   * Inside a `Transaction.run` no other one of the owner gets past its own until it ends: for changes whose rules look
   * at several rows.
   */
  readonly lock: (owner: OwnerOf<Row>) => Effect.Effect<void>
  readonly insert: (row: Row) => Effect.Effect<void, Taken>
  /** Inserts a row with the next id and returns it. */
  readonly create: (fields: Omit<Row, "id">) => Effect.Effect<Row, Taken>
  /** Replaces the owner's row with this id, if there is one, but for the fields that an update leaves alone. */
  readonly update: (row: Row) => Effect.Effect<void, Taken>
  /** Removes the owner's row with this id for good. */
  readonly remove: (owner: OwnerOf<Row>, id: Row["id"]) => Effect.Effect<void>
}

/** Storage of an entity whose table keeps a hash of what counts in each row (`content_hash`). */
export interface HashedEntityRepository<Row extends EntityRow, Derived extends object = EntityColumns, Taken = never>
  extends EntityRepository<Row, Derived, Taken>
{
  /** For each chunk of the rows that are not deleted a text that changes with everything that counts in it. */
  readonly chunks: (owner: OwnerOf<Row>) => Effect.Effect<ChunkHashes>
  /** The rows of these chunks that are not deleted, by id. */
  readonly inChunks: (owner: OwnerOf<Row>, chunks: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<Row>>
}
