import * as MemoryStorage from "@hedgerow/storage-memory/MemoryStorage"
import { SurveyResponseContract } from "@hedgerow/testing/contracts"

SurveyResponseContract.suite("memory", MemoryStorage.layer, 50)
