import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import { Scheduler } from "effect/Scheduler"
import { describeUnknown, findUnknownSettings, readSettings } from "../config/UnknownSettings.ts"
import { FairScheduler } from "../listener/FairScheduler.ts"
import { withLogging } from "../observability/Logging.ts"
import { run } from "../serving/RunServer.ts"

const warnOfUnknown = Effect.flatMap(
  findUnknownSettings,
  Effect.forEach((unknown) => Effect.logWarning(describeUnknown(unknown)), { discard: true })
)

/** `hedgerow serve`: runs until it is stopped. */
export const serve = Command.make(
  "serve",
  {
    console: Flag.Boolean("console").pipe(
      Flag.withDefault(true),
      Flag.withDescription("The web console at /; --no-console serves the API alone, as HEDGEROW_CONSOLE=false does")
    )
  },
  Effect.fnUntraced(function*({ console }) {
    const settings = yield* readSettings
    const config = { ...settings, console: settings.console && console }
    return yield* Effect.andThen(warnOfUnknown, run(config)).pipe(
      withLogging(config),
      Effect.provideService(Scheduler, new FairScheduler())
    )
  })
).pipe(Command.withDescription("Start the server"))
