import { type RefreshMode, refreshModes } from "@hedgerow/core/query/execution/RefreshMode"
import { InvalidInput } from "@hedgerow/core/shared/InvalidInput"
import { Effect } from "effect"
import { textParam } from "../requests/Parameters.ts"

/** The parameters for results of stored queries. */
export const refreshParam = {
  refresh: textParam(
    "Whether results are computed, as `refresh` of `POST /query/`: without it, and with `force_cache` or `false`, no query is "
      + "run and the result is the kept one of any age. `true` is `force_blocking`."
  )
}

const words: ReadonlyMap<string, RefreshMode> = new Map<string, RefreshMode>([
  ["", "force_cache"],
  ["false", "force_cache"],
  ["0", "force_cache"],
  ["true", "force_blocking"],
  ["1", "force_blocking"],
  ...refreshModes.map((mode) => [mode, mode] as const)
])

/** The mode that a parameter asks for. */
export const refreshOf = (text = ""): Effect.Effect<RefreshMode, InvalidInput> => {
  const mode = words.get(text)
  return mode === undefined
    ? Effect.fail(InvalidInput.at(["refresh"], "invalid_choice", "This is no mode of refreshing."))
    : Effect.succeed(mode)
}
