import * as MemoryStorage from "@hedgerow/storage-memory/MemoryStorage"
import { TableSource } from "@hedgerow/storage-memory/query/TableSource"
import {
  AccessContract,
  BootstrapContract,
  DefinitionContract,
  EventKeysContract,
  EventStoreContract,
  EventWriterContract,
  GroupContract,
  PersonContract,
  StoredRows,
  TransactionContract
} from "@hedgerow/testing/contracts"
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

TransactionContract.suite("memory", storage)
AccessContract.suite("memory", storage)
BootstrapContract.suite("memory", Layer.fresh(storage))
PersonContract.suite("memory", storage)
GroupContract.suite("memory", storage)
EventKeysContract.suite("memory", storage)
EventStoreContract.suite("memory", storage)
EventWriterContract.suite("memory", storage)
DefinitionContract.suite("memory", storage)
