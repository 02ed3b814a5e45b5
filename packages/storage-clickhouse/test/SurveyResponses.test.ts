import { SurveyResponseContract } from "@hedgerow/testing/contracts"
import * as CopiedStorage from "./CopiedStorage.ts"

SurveyResponseContract.suite("ClickHouse", CopiedStorage.layer, 8)
