import { HistoriesContract } from "@hedgerow/testing/contracts"
import * as HistoryStorage from "../query/HistoryStorage.ts"

HistoriesContract.suite("ClickHouse", HistoryStorage.layer, { activity: 10, behaviours: 5 })
