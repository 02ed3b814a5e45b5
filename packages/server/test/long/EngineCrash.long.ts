import { engineDeaths } from "../EngineCrash.ts"

engineDeaths(10)
