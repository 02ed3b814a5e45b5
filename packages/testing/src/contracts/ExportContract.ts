import { layer as withLayer } from "@effect/vitest"
import * as Domain from "@hedgerow/core/Domain"
import { type DataExport, dataExportEntity } from "@hedgerow/core/exports/DataExport"
import { DataExportRepository } from "@hedgerow/core/exports/DataExportRepository"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { UserId } from "@hedgerow/core/identity/User"
import { deriveUuid } from "@hedgerow/core/shared/Uuid"
import type { StoragePorts } from "@hedgerow/core/StoragePorts"
import { DateTime, Effect, Layer } from "effect"
import * as EntityContract from "./EntityContract.ts"
import { exportTests } from "./exports/ExportTests.ts"
import { makeProjectId } from "./fixtures.ts"

const fieldsOf = Effect.fnUntraced(function*(project: ProjectId) {
  const now = yield* DateTime.now
  const fields: Omit<DataExport, "id"> = {
    project_id: project,
    model: "events",
    format: "ndjson",
    source: null,
    date_from: null,
    date_to: null,
    status: "pending",
    content: null,
    rows: 0,
    bytes: 0,
    error: null,
    created_by: null,
    created_at: now,
    completed_at: null,
    expires_at: now
  }
  return fields
})

const later = DateTime.makeUnsafe("2026-01-02T03:04:05.678Z")

const changes: Partial<DataExport> = {
  model: "query",
  format: "parquet",
  source: { kind: "HogQLQuery", query: "SELECT 'Ünïcode \"quoted\"'" },
  date_from: later,
  date_to: later,
  status: "failed",
  content: deriveUuid("content"),
  rows: 5_000_000_000,
  bytes: 10_737_418_240,
  error: "'; \\",
  created_by: UserId.make(3),
  created_at: later,
  completed_at: later,
  expires_at: later
}

/** Exports as a whole, over every port. */
export const whole = <E>(name: string, storage: Layer.Layer<StoragePorts, E>): void => {
  withLayer(Domain.layer.pipe(Layer.provideMerge(storage)), { excludeTestServices: true })(
    `Exports: ${name}`,
    exportTests
  )
}

/** The promises of every storage about exports. */
export const suite = <E>(name: string, storage: Layer.Layer<StoragePorts, E>): void => {
  EntityContract.suite(name, storage, {
    entity: dataExportEntity,
    port: DataExportRepository,
    owner: makeProjectId,
    fields: fieldsOf,
    changes: () => Effect.succeed(changes)
  })
  whole(name, storage)
}
