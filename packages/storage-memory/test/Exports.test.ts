import * as MemoryStorage from "@hedgerow/storage-memory/MemoryStorage"
import { ExportContract } from "@hedgerow/testing/contracts"

ExportContract.suite("memory", MemoryStorage.layer)
