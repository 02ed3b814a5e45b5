import { Context, Effect, Layer } from "effect"
import type { SqlClient } from "effect/sql"
import type { ClickHouse, ClickHouseFailure } from "../client/ClickHouse.ts"
import { judge } from "./Belonging.ts"
import { emptyCopies, readTables, writeId } from "./ClickHouseIdentity.ts"
import { ClickHouseMismatch } from "./InstallationErrors.ts"
import { alone, forgetContents, readKnown, saveBound } from "./SqlInstallation.ts"

/** The treatment of a ClickHouse that is not the one of the installation. */
export class OnMismatch extends Context.Reference<"adopt" | "refuse">(
  "@hedgerow/storage-clickhouse/installation/OnMismatch",
  { defaultValue: () => "refuse" as const }
) {}

const look = Effect.gen(function*() {
  const [found, known] = yield* Effect.all([readTables(), readKnown], { concurrency: "unbounded" })
  return { known, verdict: judge(known, found) }
})

const bind = Effect.fnUntraced(function*(id: string) {
  yield* writeId(id)
  yield* saveBound
})

/** From here on the ClickHouse is the installation's, with any contents. */
const adopt = Effect.fnUntraced(function*(id: string) {
  yield* emptyCopies()
  yield* forgetContents
  yield* bind(id)
  yield* Effect.logWarning("The ClickHouse is the installation's own from now on, with what is in it")
})

/** Another process may have bound it meanwhile: it is looked at again. */
const claim = Effect.fnUntraced(function*(place: string) {
  const { known, verdict } = yield* look
  switch (verdict) {
    case "bound":
      return
    case "bind":
      return yield* bind(known.id)
    case "foreign":
    case "gone":
      return (yield* OnMismatch) === "adopt"
        ? yield* adopt(known.id)
        : yield* new ClickHouseMismatch({ place, reason: verdict })
  }
})

/** Makes sure that a ClickHouse belongs to the installation in PostgreSQL; the first one that it uses does from then on. */
export const require: (
  place: string
) => Effect.Effect<void, ClickHouseFailure | ClickHouseMismatch, ClickHouse | SqlClient.SqlClient> = Effect.fn(
  "Installation.require"
)(function*(place: string) {
  if ((yield* look).verdict === "bound") return
  yield* alone(claim(place))
})

/** A layer that has made sure of it once it is built, before anything is changed in the ClickHouse. */
export const layer = (
  place: string
): Layer.Layer<never, ClickHouseFailure | ClickHouseMismatch, ClickHouse | SqlClient.SqlClient> =>
  Layer.effectDiscard(require(place))
