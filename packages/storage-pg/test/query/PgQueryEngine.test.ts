import {
  ActionEventsContract,
  ActorsContract,
  EventsContract,
  ExperimentContract,
  InsightContract,
  QueryEngineContract
} from "@hedgerow/testing/contracts"
import { layer as storage } from "./HistoryStorage.ts"

QueryEngineContract.suite("PostgreSQL", storage)
ExperimentContract.suite("PostgreSQL", storage, 4)
InsightContract.suite("PostgreSQL", storage, 4)
ActionEventsContract.suite("PostgreSQL", storage)
EventsContract.suite("PostgreSQL", storage)
ActorsContract.suite("PostgreSQL", storage)
