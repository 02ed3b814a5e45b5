import { findsLift } from "./ExperimentEndToEnd.ts"

findsLift(1000)
