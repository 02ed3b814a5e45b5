import * as MemoryStorage from "@hedgerow/storage-memory/MemoryStorage"
import { AnswersContract } from "@hedgerow/testing/contracts"

AnswersContract.suite("memory", MemoryStorage.layer)
