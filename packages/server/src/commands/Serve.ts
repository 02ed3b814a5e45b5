import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { withLogging } from "../Logging.ts"
import * as Server from "../Server.ts"
import { ServerConfig } from "../ServerConfig.ts"

/** `hedgerow serve`: runs until it is told to stop. */
export const serve = Command.make(
  "serve",
  {},
  Effect.fnUntraced(function*() {
    const config = yield* ServerConfig
    return yield* Server.run(config).pipe(withLogging(config))
  })
).pipe(Command.withDescription("Start the server"))
