import { layer as withLayer } from "@effect/vitest"
import { type DataDeletion, dataDeletionEntity } from "@hedgerow/core/deletions/DataDeletion"
import { DataDeletionRepository } from "@hedgerow/core/deletions/DataDeletionRepository"
import * as Domain from "@hedgerow/core/Domain"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { UserId } from "@hedgerow/core/identity/User"
import { deriveUuid } from "@hedgerow/core/shared/Uuid"
import type { StoragePorts } from "@hedgerow/core/StoragePorts"
import { DateTime, Effect, Layer } from "effect"
import { deletionTests } from "./deletions/DeletionTests.ts"
import { eventRemovalTests, type RemovalPorts } from "./deletions/EventRemovalTests.ts"
import { retentionTests } from "./deletions/RetentionTests.ts"
import * as EntityContract from "./EntityContract.ts"
import { makeProjectId } from "./fixtures.ts"
import type { StoredRows } from "./StoredRows.ts"

const fieldsOf = Effect.fnUntraced(function*(project: ProjectId) {
  const fields: Omit<DataDeletion, "id"> = {
    project_id: project,
    kind: "events",
    status: "pending",
    with_events: true,
    person_ids: [],
    distinct_ids: ["a"],
    names: [],
    events: [],
    date_from: null,
    date_to: null,
    persons_count: 0,
    distinct_ids_count: 1,
    events_count: null,
    texts_count: null,
    created_by: null,
    created_at: yield* DateTime.now,
    completed_at: null
  }
  return fields
})

const later = DateTime.makeUnsafe("2026-01-02T03:04:05.678Z")

const changes: Partial<DataDeletion> = {
  kind: "persons",
  status: "completed",
  with_events: false,
  person_ids: [deriveUuid("somebody")],
  distinct_ids: ["Ünïcode \"quoted\"", "'; \\"],
  names: ["a@example.com"],
  events: ["$pageview", ""],
  date_from: later,
  date_to: later,
  persons_count: 1_000,
  distinct_ids_count: 2,
  events_count: 5_000_000_000,
  texts_count: 3,
  created_by: UserId.make(3),
  created_at: later,
  completed_at: later
}

/** The contract of what removes events from a store. */
export const removal = <E>(name: string, storage: Layer.Layer<RemovalPorts, E>): void => {
  withLayer(storage, { excludeTestServices: true })(`Removal of events: ${name}`, eventRemovalTests)
}

/** Deletions as a whole, over every port. */
export const whole = <E>(name: string, storage: Layer.Layer<StoragePorts | StoredRows, E>): void => {
  withLayer(Domain.layer.pipe(Layer.provideMerge(storage)), { excludeTestServices: true })(
    `Deletions: ${name}`,
    (it) => {
      deletionTests(it)
      retentionTests(it)
    }
  )
}

/** The promises of every storage about deletions. */
export const suite = <E>(name: string, storage: Layer.Layer<StoragePorts | StoredRows, E>): void => {
  EntityContract.suite(name, storage, {
    entity: dataDeletionEntity,
    port: DataDeletionRepository,
    owner: makeProjectId,
    fields: fieldsOf,
    changes: () => Effect.succeed(changes)
  })
  removal(name, storage)
  whole(name, storage)
}
