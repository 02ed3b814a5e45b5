import { flagFuzz } from "../flags/FlagFuzz.ts"

flagFuzz({ rounds: 800, actionRounds: 200, queryRounds: 120 })
