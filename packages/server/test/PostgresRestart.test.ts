import { describe } from "@effect/vitest"
import { embeddedDeaths, outsideRestarts } from "./PostgresRestart.ts"

describe("a PostgreSQL that ends under load", () => {
  outsideRestarts(["SIGINT", "SIGKILL"])
  embeddedDeaths(["SIGKILL"])
})
