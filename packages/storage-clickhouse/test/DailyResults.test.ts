import { DailyResultsContract } from "@hedgerow/testing/contracts"
import * as CopiedStorage from "./CopiedStorage.ts"

DailyResultsContract.suite("ClickHouse", CopiedStorage.layer)
