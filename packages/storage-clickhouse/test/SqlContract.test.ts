import { SqlContract } from "@hedgerow/testing/contracts"
import * as CopiedStorage from "./CopiedStorage.ts"

SqlContract.suite("ClickHouse", CopiedStorage.layer)
