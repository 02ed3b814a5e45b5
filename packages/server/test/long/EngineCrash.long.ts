import { engineDeaths, engineKills } from "../EngineCrash.ts"

engineDeaths(10)
engineKills(10)
