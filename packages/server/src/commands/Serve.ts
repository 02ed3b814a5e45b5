import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { withLogLevel } from "../Logging.ts"
import * as Server from "../Server.ts"
import { ServerConfig } from "../ServerConfig.ts"

/** `hedgerow serve`: runs until it is told to stop. */
export const serve = Command.make(
  "serve",
  {},
  Effect.fn("hedgerow.serve")(function*() {
    const config = yield* ServerConfig
    return yield* Server.run(config).pipe(withLogLevel(config.logLevel))
  })
).pipe(Command.withDescription("Start the server"))
