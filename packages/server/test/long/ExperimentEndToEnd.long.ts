import { findsLift } from "../ExperimentEndToEnd.ts"

findsLift(4000)
