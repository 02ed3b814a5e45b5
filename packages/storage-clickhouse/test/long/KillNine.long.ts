import { killsInInserts } from "../embedded/KillNine.ts"

killsInInserts(10)
