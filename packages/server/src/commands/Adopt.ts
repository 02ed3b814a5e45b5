import { OnMismatch } from "@hedgerow/storage-clickhouse/installation/Installation"
import { acceptLosses } from "@hedgerow/storage-clickhouse/installation/StorageLosses"
import * as Command from "effect/cli/Command"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import { readSettings } from "../config/UnknownSettings.ts"
import { withLogging } from "../observability/Logging.ts"
import { loadSecretKeys } from "../storage/SecretKeyFile.ts"
import { storage, storageWithClickHouse } from "../storage/Storage.ts"
import { StorageStatus } from "../storage/StorageStatus.ts"
import { onClickHouse } from "./OnClickHouse.ts"

const clickhouse = Command.make(
  "clickhouse",
  {},
  Effect.fn("hedgerow.adopt.clickhouse")(function*() {
    const config = yield* readSettings
    const adopting = storageWithClickHouse(config, "refuse").pipe(Layer.provide(Layer.succeed(OnMismatch, "adopt")))
    yield* Effect.scoped(Layer.build(adopting)).pipe(withLogging(config))
    yield* Console.log("The ClickHouse belongs to this installation, with what is in it.")
  })
).pipe(Command.withDescription("Make the ClickHouse this installation's own, whatever it holds or lacks"))

const secretKeys = Command.make(
  "secret-keys",
  {},
  Effect.fn("hedgerow.adopt.secretKeys")(function*() {
    const config = yield* readSettings
    const adopted = yield* Effect.gen(function*() {
      const { sealed } = yield* StorageStatus
      const loaded = yield* Effect.result(loadSecretKeys(config, yield* sealed.countByKey))
      if (Result.isSuccess(loaded)) return []
      if (loaded.failure._tag !== "SecretKeysLost") return yield* loaded.failure
      yield* sealed.acceptLost(loaded.failure.ids)
      return loaded.failure.ids
    }).pipe(Effect.provide(storage(config, "attach")), withLogging(config))
    yield* Console.log(
      adopted.length === 0
        ? "No secret key is missing."
        : `What is sealed with the secret keys ${adopted.join(", ")} cannot be read from now on.`
    )
  })
).pipe(Command.withDescription("Go on without secret keys that are lost"))

const lostEvents = Command.make(
  "lost-events",
  {},
  Effect.fn("hedgerow.adopt.lostEvents")(function*() {
    const accepted = yield* onClickHouse(acceptLosses)
    yield* Console.log(accepted === undefined ? "Nothing is lost." : "What is lost is counted no more.")
  })
).pipe(Command.withDescription("Go on without events that ClickHouse has lost"))

/** `hedgerow adopt clickhouse|secret-keys|lost-events`: goes on with changed data, once. */
export const adopt = Command.make("adopt").pipe(
  Command.withDescription("Go on with data that is not what it was"),
  Command.withSubcommands([clickhouse, secretKeys, lostEvents])
)
