import { HistoriesContract } from "@hedgerow/testing/contracts"
import * as HistoryStorage from "../query/HistoryStorage.ts"

HistoriesContract.suite("ClickHouse", HistoryStorage.layer, { funnels: 20, experiments: 10 })
