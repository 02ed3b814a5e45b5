import { flagFuzz } from "../flags/FlagFuzz.ts"

flagFuzz({ rounds: 1_500, actionRounds: 300, queryRounds: 200 })
