import * as MemoryStorage from "@hedgerow/storage-memory/MemoryStorage"
import { DailyResultsContract } from "@hedgerow/testing/contracts"

DailyResultsContract.suite("memory", MemoryStorage.layer)
