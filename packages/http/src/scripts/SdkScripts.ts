import { Context, Effect, type Option } from "effect"
import type { StaticFile } from "./StaticFile.ts"

/**
 * The scripts of the browser SDK, which pages load from the server: the SDK itself and the parts that it loads when they
 * are needed. There are none unless the host provides them.
 */
export class SdkScripts extends Context.Reference<{
  /** The version that all of them have; undefined where there are none. */
  readonly version: Effect.Effect<string | undefined>
  /** The script of this file name. */
  readonly find: (name: string) => Effect.Effect<Option.Option<StaticFile>>
}>("@hedgerow/http/scripts/SdkScripts", {
  defaultValue: () => ({ version: Effect.undefined, find: () => Effect.succeedNone })
}) {}
