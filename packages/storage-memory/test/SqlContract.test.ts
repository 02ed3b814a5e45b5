import * as MemoryStorage from "@hedgerow/storage-memory/MemoryStorage"
import { SqlContract } from "@hedgerow/testing/contracts"

SqlContract.suite("memory", MemoryStorage.layer)
