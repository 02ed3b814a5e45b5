import { BaseSequencer, type TestSpecification } from "vitest/node"

/** The files of `test` that take longest, the longest first, so that none is left over for one worker at the end. */
const long: ReadonlyArray<string> = [
  "storage-clickhouse/test/query/ClickHouseQueryEngine",
  "storage-clickhouse/test/SqlContract",
  "server/test/DamagedData",
  "server/test/SilentStores",
  "server/test/QueryFaults",
  "storage-pg/test/PgStorage",
  "server/test/ClickHouseKillNine",
  "server/test/Move",
  "testing/test/requests/RequestBodies",
  "storage-pg/test/LargeAnswers",
  "storage-pg/test/query/PgQueryEngine",
  "server/test/EngineCrash",
  "server/test/StreamedRows",
  "server/test/OnlineBackup",
  "server/test/Backup",
  "server/test/PublicToken",
  "server/test/OversizedEvents",
  "server/test/Shutdown",
  "storage-clickhouse/test/embedded/EmbeddedClickHouse",
  "storage-pg/test/SqlContract",
  "storage-pg/test/EmbeddedPostgres",
  "server/test/Loading",
  "server/test/FullDisk",
  "server/test/PostgresRestart",
  "server/test/ReadYourWrites",
  "server/test/SilentDatabase",
  "server/test/BadInput",
  "server/test/KillNine",
  "server/test/StopWhileStarting",
  "storage-clickhouse/test/replication/Snapshots",
  "storage-clickhouse/test/query/CatalogueCalls",
  "storage-clickhouse/test/query/CatalogueEdges",
  "storage-clickhouse/test/MoveEvents"
]

/** The place of a file in that order; after all of them when it is not listed. */
const placeOf = ({ moduleId }: TestSpecification): number => {
  const place = long.findIndex((name) => moduleId.endsWith(`/packages/${name}.test.ts`))
  return place < 0 ? long.length : place
}

/** The known long files first, the others as vitest sorts them: by their last durations, or by size. */
export class LongFirst extends BaseSequencer {
  override async sort(files: Array<TestSpecification>): Promise<Array<TestSpecification>> {
    return (await super.sort(files)).toSorted((a, b) => placeOf(a) - placeOf(b))
  }
}
