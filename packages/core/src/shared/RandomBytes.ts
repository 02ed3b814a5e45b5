import { randomBytes } from "@noble/hashes/utils.js"
import { Context } from "effect"

/** The source of unguessable bytes (keys, uuids); tests replace it to make ids repeatable. */
export class RandomBytes extends Context.Reference<(length: number) => Uint8Array>(
  "@hedgerow/core/shared/RandomBytes",
  { defaultValue: () => randomBytes }
) {}
