import { movesEvents, movesEventsAlone } from "./Move.ts"

movesEvents([[200, "SIGKILL"]])
movesEventsAlone()
