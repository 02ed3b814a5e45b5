import {
  ActionEventsContract,
  ActorsContract,
  EventsContract,
  ExperimentContract,
  InsightContract,
  QueryEngineContract
} from "@hedgerow/testing/contracts"
import { layer as storage } from "./HistoryStorage.ts"

QueryEngineContract.suite("memory", storage)
ExperimentContract.suite("memory", storage, 6)
InsightContract.suite("memory", storage, 4)
ActionEventsContract.suite("memory", storage)
EventsContract.suite("memory", storage)
ActorsContract.suite("memory", storage)
