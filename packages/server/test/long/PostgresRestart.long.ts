import { describe } from "@effect/vitest"
import { embeddedDeaths, outsideRestarts } from "../PostgresRestart.ts"

describe("a PostgreSQL that ends again and again under load", () => {
  outsideRestarts(["SIGINT", "SIGQUIT", "SIGINT", "SIGKILL", "SIGQUIT", "SIGINT"])
  embeddedDeaths(["SIGKILL", "SIGQUIT", "SIGKILL"])
})
