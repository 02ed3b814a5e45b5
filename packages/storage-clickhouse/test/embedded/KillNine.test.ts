import { killsInInserts } from "./KillNine.ts"

killsInInserts(2)
