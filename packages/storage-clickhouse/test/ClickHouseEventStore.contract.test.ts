import { EventStoreContract, EventWriterContract } from "@hedgerow/testing/contracts"
import * as EventStoreTest from "./EventStoreTest.ts"

EventStoreContract.suite("ClickHouse", EventStoreTest.layer)
EventWriterContract.suite("ClickHouse with keys in PostgreSQL", EventStoreTest.layer)
