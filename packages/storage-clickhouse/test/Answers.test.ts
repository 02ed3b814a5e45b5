import { AnswersContract } from "@hedgerow/testing/contracts"
import * as CopiedStorage from "./CopiedStorage.ts"

AnswersContract.suite("ClickHouse", CopiedStorage.layer)
