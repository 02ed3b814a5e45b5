import { flagFuzz } from "./FlagFuzz.ts"

flagFuzz({ rounds: 150, actionRounds: 30, queryRounds: 20 })
