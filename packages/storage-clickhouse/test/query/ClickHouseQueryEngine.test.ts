import {
  ActionEventsContract,
  ActorsContract,
  EventsContract,
  ExperimentContract,
  InsightContract,
  QueryEngineContract
} from "@hedgerow/testing/contracts"
import { layer as storage } from "./HistoryStorage.ts"

QueryEngineContract.suite("ClickHouse", storage)
ExperimentContract.suite("ClickHouse", storage, 3)
InsightContract.suite("ClickHouse", storage, 2)
ActionEventsContract.suite("ClickHouse", storage)
EventsContract.suite("ClickHouse", storage)
ActorsContract.suite("ClickHouse", storage)
