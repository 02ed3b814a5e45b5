import { movesEvents } from "../Move.ts"

movesEvents([[20, "SIGKILL"], [200, "SIGKILL"], [400, "SIGINT"], [600, "SIGKILL"]])
