import { HistoriesContract } from "@hedgerow/testing/contracts"
import * as HistoryStorage from "../query/HistoryStorage.ts"

HistoriesContract.suite("ClickHouse", HistoryStorage.layer, { retention: 10, paths: 5 })
