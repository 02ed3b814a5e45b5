import { PgStorage } from "@hedgerow/storage-pg"
import { SurveyResponseContract } from "@hedgerow/testing/contracts"
import { PgTest } from "@hedgerow/testing/node"
import { Layer } from "effect"
import * as CopiedStorage from "../CopiedStorage.ts"

const postgres = PgStorage.layerPorts.pipe(Layer.provide(PgTest.layer))

for (let seed = 2; seed <= 3; seed++) {
  SurveyResponseContract.histories(`PostgreSQL, seed ${seed}`, postgres, { count: 200, seed })
  SurveyResponseContract.histories(`ClickHouse, seed ${seed}`, CopiedStorage.layer, { count: 200, seed })
}
