import { PgStorage } from "@hedgerow/storage-pg"
import { SurveyResponseContract } from "@hedgerow/testing/contracts"
import { PgTest } from "@hedgerow/testing/node"
import { Layer } from "effect"
import * as CopiedStorage from "../CopiedStorage.ts"

const postgres = PgStorage.layerPorts.pipe(Layer.provide(PgTest.layer))

SurveyResponseContract.histories("PostgreSQL", postgres, { count: 60, seed: 2 })
SurveyResponseContract.histories("PostgreSQL, other histories", postgres, { count: 60, seed: 3 })
SurveyResponseContract.histories("ClickHouse", CopiedStorage.layer, { count: 60, seed: 2 })
