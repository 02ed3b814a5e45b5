import { PgStorage } from "@hedgerow/storage-pg"
import {
  AccessContract,
  BootstrapContract,
  DefinitionContract,
  EventKeysContract,
  EventStoreContract,
  EventWriterContract,
  GroupContract,
  PersonContract,
  TransactionContract
} from "@hedgerow/testing/contracts"
import { PgTest } from "@hedgerow/testing/node"
import { Layer } from "effect"
import * as PgStoredRows from "./PgStoredRows.ts"

const storage = Layer.mergeAll(PgStorage.layerPorts, PgStoredRows.layer).pipe(Layer.provide(PgTest.layer))

AccessContract.suite("PostgreSQL", storage)
BootstrapContract.suite("PostgreSQL", Layer.fresh(storage))
DefinitionContract.suite("PostgreSQL", storage)
EventKeysContract.suite("PostgreSQL", storage)
EventStoreContract.suite("PostgreSQL", storage)
EventWriterContract.suite("PostgreSQL", storage)
GroupContract.suite("PostgreSQL", storage)
PersonContract.suite("PostgreSQL", storage)
TransactionContract.suite("PostgreSQL", storage)
