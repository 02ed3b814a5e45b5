import { HistoriesContract } from "@hedgerow/testing/contracts"
import * as HistoryStorage from "../query/HistoryStorage.ts"

HistoriesContract.suite("memory", HistoryStorage.layer, {
  activity: 40,
  retention: 40,
  paths: 20,
  behaviours: 20,
  funnels: 60,
  experiments: 40
})
