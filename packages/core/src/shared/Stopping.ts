import { Context, Latch } from "effect"

/**
 * Opened once the process begins to stop: work in the background takes nothing new from then on, while what was begun
 * may still end. Nobody opens it where no host does.
 */
export class Stopping extends Context.Reference<Latch.Latch>("@hedgerow/core/shared/Stopping", {
  defaultValue: () => Latch.makeUnsafe(false)
}) {}
