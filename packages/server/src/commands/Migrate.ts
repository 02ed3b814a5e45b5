import * as Command from "effect/cli/Command"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { readSettings } from "../config/UnknownSettings.ts"
import { withLogging } from "../observability/Logging.ts"
import { storage } from "../storage/Storage.ts"

/** `hedgerow migrate`: opening the storage brings its tables up to date; then it ends. */
export const migrate = Command.make(
  "migrate",
  {},
  Effect.fnUntraced(function*() {
    const config = yield* readSettings
    yield* Effect.scoped(Layer.build(storage(config, "attach"))).pipe(withLogging(config))
    yield* Console.log(`The ${config.storage} storage is up to date.`)
  })
).pipe(Command.withDescription("Bring the database's tables up to date"))
