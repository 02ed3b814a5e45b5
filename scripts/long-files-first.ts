import { BaseSequencer, type TestSpecification } from "vitest/node"

/** The files of `test` that take longest, the longest first, so that none is left over for one worker at the end. */
const long: ReadonlyArray<string> = [
  "storage-clickhouse/test/query/ClickHouseQueryEngine",
  "storage-clickhouse/test/SqlContract",
  "testing/test/requests/RequestBodies",
  "storage-pg/test/PgStorage",
  "storage-pg/test/query/PgQueryEngine",
  "server/test/RoundTrip",
  "server/test/Move",
  "server/test/DamagedData",
  "http/test/ScopeWalk",
  "storage-clickhouse/test/Deletions",
  "storage-pg/test/SqlContract",
  "server/test/SilentStores",
  "storage-clickhouse/test/query/CatalogueCalls",
  "storage-pg/test/LargeAnswers",
  "server/test/QueryFaults",
  "storage-clickhouse/test/Answers",
  "server/test/ImportCommand",
  "server/test/ClickHouseKillNine",
  "server/test/PublicToken",
  "storage-clickhouse/test/query/CatalogueEdges",
  "server/test/StopWhileStarting",
  "storage-clickhouse/test/replication/Snapshots",
  "server/test/OnlineBackup",
  "server/test/BadInput",
  "storage-clickhouse/test/embedded/EmbeddedClickHouse",
  "storage-clickhouse/test/MoveEvents",
  "storage-memory/test/contracts",
  "server/test/External",
  "storage-clickhouse/test/SurveyResponses",
  "storage-clickhouse/test/query/Differential",
  "server/test/EngineCrash",
  "storage-clickhouse/test/query/StatementMeaning",
  "server/test/FullDisk",
  "server/test/OversizedEvents",
  "server/test/DemoCommand",
  "server/test/Shutdown",
  "server/test/StreamedRows",
  "storage-clickhouse/test/ClickHouseEventStore",
  "server/test/PostgresRestart",
  "storage-memory/test/query/MemoryQueryEngine.contract",
  "server/test/Backup",
  "server/test/Loading",
  "testing/test/docs/OpenApiExamples",
  "storage-pg/test/EmbeddedPostgres",
  "server/test/KillNine",
  "storage-clickhouse/test/WrittenSql",
  "storage-clickhouse/test/query/InsightDifferential",
  "server/test/Commands",
  "storage-clickhouse/test/query/NativeMeaning",
  "server/test/HeapShare",
  "core/test/flags/MisspeltAudiences",
  "server/test/Startup",
  "testing/test/HostileBodies",
  "storage-clickhouse/test/query/ClickHouseQuerySpecifics",
  "testing/test/subscriptions/Deliveries",
  "server/test/ReadYourWrites",
  "server/test/SilentDatabase",
  "server/test/TwoServers",
  "server/test/RollingRestart",
  "embed/test/Adapters",
  "storage-clickhouse/test/HostileEvents",
  "storage-clickhouse/test/query/QueryMemory",
  "testing/test/subscriptions/Subscriptions",
  "server/test/ImportPosthogCommand",
  "server/test/WithoutEngine",
  "server/test/AccessCommands"
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
