import { HistoriesContract } from "@hedgerow/testing/contracts"
import * as HistoryStorage from "../query/HistoryStorage.ts"

HistoriesContract.suite("PostgreSQL", HistoryStorage.layer)
