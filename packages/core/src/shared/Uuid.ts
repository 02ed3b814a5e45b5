import { utf8ToBytes } from "@noble/hashes/utils.js"
import { Clock, Context, Effect, Schema } from "effect"
import { parse, v5, v7, validate } from "uuid"
import { RandomBytes } from "./RandomBytes.ts"

/** A uuid in lower case with hyphens. */
export const Uuid = Schema.String.check(
  Schema.isPattern(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/, {
    message: "Must be a valid UUID."
  })
).pipe(Schema.brand("Uuid"))
export type Uuid = typeof Uuid.Type

/** A new uuid v7 from the clock and the random source of a context. */
export const makeUuid7In = (context: Context.Context<never>): Uuid =>
  v7({
    msecs: Context.get(context, Clock.Clock).currentTimeMillisUnsafe(),
    random: Context.get(context, RandomBytes)(16)
  }) as Uuid

/** A new uuid v7 from the clock and the random source. */
export const makeUuid7: Effect.Effect<Uuid> = Effect.withFiber(({ context }) => Effect.succeed(makeUuid7In(context)))

/** Namespace of every derived (v5) uuid of this project, as bytes: as text it would be parsed each time. */
const namespace = parse("6f3c2a1e-5d0b-4c7e-9b1a-8e2f4d6c0a35")

/** A uuid that depends on its parts alone, so that nodes and retries agree on it. */
export const deriveUuid = (...parts: ReadonlyArray<string | number>): Uuid =>
  v5(utf8ToBytes(JSON.stringify(parts)), namespace) as Uuid

/** The canonical form of a uuid given in any letter case, or undefined when it is none. */
export const parseUuid = (text: string): Uuid | undefined => {
  const lower = text.toLowerCase()
  return validate(lower) ? lower as Uuid : undefined
}
