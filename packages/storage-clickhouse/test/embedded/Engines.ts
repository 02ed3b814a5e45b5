import { ClickHouse } from "@hedgerow/storage-clickhouse/client/ClickHouse"
import * as EmbeddedClickHouse from "@hedgerow/storage-clickhouse/embedded/EmbeddedClickHouse"
import { processOf } from "@hedgerow/storage-clickhouse/embedded/Processes"
import { Context, Effect, FileSystem, Layer, Schedule } from "effect"

/** A directory that is removed with the scope. */
export const temporary = Effect.flatMap(
  FileSystem.FileSystem,
  (fs) => fs.makeTempDirectoryScoped({ prefix: "hedgerow-clickhouse-" })
)

/** A client of an engine's database `hedgerow`, as long as the scope. */
export const clientOf = (engine: EmbeddedClickHouse.EmbeddedClickHouse["Service"]) =>
  Effect.map(
    Layer.build(
      Layer.provide(ClickHouse.layerEmbedded({}), Layer.succeed(EmbeddedClickHouse.EmbeddedClickHouse, engine))
    ),
    (context) => Context.get(context, ClickHouse)
  )

/** Whether a process lives: one that ended and that nobody asked about yet does not. */
export const isAlive = (pid: number) => Effect.map(processOf(pid), (found) => found !== undefined)

/** Looks again and again, for most of a minute, until it is so; answers whether it became so. */
export const eventually = <E, R>(isSo: Effect.Effect<boolean, E, R>): Effect.Effect<boolean, E, R> =>
  Effect.repeat(isSo, { until: (so) => so, times: 800, schedule: Schedule.spaced("50 millis") })

/** The numbers of the table `kept`. */
export const keptNumbers = (clickhouse: ClickHouse["Service"]) =>
  Effect.map(
    clickhouse.query({ sql: "SELECT n FROM kept ORDER BY n" }),
    ({ rows }) => rows.map((row) => Number(row[0]))
  )
