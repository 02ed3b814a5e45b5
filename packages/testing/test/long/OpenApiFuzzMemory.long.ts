import * as MemoryStorage from "@hedgerow/storage-memory/MemoryStorage"
import { openApiFuzz } from "./fuzz/OpenApiFuzz.ts"

openApiFuzz("memory", MemoryStorage.layer)
