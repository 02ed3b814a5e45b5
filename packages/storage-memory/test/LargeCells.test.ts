import * as MemoryStorage from "@hedgerow/storage-memory/MemoryStorage"
import { LargeCells } from "@hedgerow/testing/contracts"

LargeCells.suite("memory", MemoryStorage.layer)
