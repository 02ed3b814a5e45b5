import { defineJob, type JobHandler } from "@hedgerow/core/jobs/JobKind"
import type { JobRepository } from "@hedgerow/core/jobs/JobRepository"
import { Jobs } from "@hedgerow/core/jobs/Jobs"
import { defaultJobBounds, type JobBounds, JobSettings } from "@hedgerow/core/jobs/JobSettings"
import * as JobWorker from "@hedgerow/core/jobs/JobWorker"
import { PgDatabase, PgStorage } from "@hedgerow/storage-pg"
import { Duration, Effect, Layer, Schema } from "effect"
import type { SqlError } from "effect/sql"

/** The kind of job that nodes share. */
export const dig = defineJob({ name: "meadow.dig", payload: Schema.Struct({ n: Schema.Int }) })

/** Leases short enough to wait for in a test. */
export const shortLeases: JobBounds = {
  ...defaultJobBounds,
  lease: Duration.millis(600),
  heartbeat: Duration.millis(150)
}

type Node = Layer.Layer<JobRepository | Jobs, SqlError.SqlError, PgDatabase.PgDatabase>

const services: Node = Jobs.layer.pipe(
  Layer.provideMerge(PgStorage.layerPorts),
  Layer.provide(PgDatabase.layerClient)
)

/** A node of its own on the database that runs no jobs. */
export const idleNode: Node = Layer.fresh(services)

/** A node of its own on the database: its own connections, services and worker. */
export const node = (handler: Effect.Effect<JobHandler>, bounds: JobBounds = defaultJobBounds): Node =>
  Layer.fresh(
    JobWorker.layer(Effect.all([handler])).pipe(
      Layer.provide(Layer.succeed(JobSettings, bounds)),
      Layer.provideMerge(services)
    )
  )
