import * as MemoryStorage from "@hedgerow/storage-memory/MemoryStorage"
import { TableSource } from "@hedgerow/storage-memory/query/TableSource"
import { StorageContract, StoredRows } from "@hedgerow/testing/contracts"
import { Effect, Layer } from "effect"

const storedRows = Layer.effect(
  StoredRows,
  Effect.map(TableSource, ({ scan }) =>
    StoredRows.of({
      events: (project) => scan("events", project),
      personIds: (project) => Effect.map(scan("persons", project), (rows) => rows.map((row) => row.id)),
      overrides: (project) =>
        Effect.map(
          scan("person_overrides", project),
          (rows) => new Map(rows.map((row) => [row.old_person_id, row.person_id]))
        )
    }))
)

const storage = storedRows.pipe(Layer.provideMerge(MemoryStorage.layer))

StorageContract.suite("memory", storage)
