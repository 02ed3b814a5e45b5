import { Effect } from "effect"

/**
 * Whether every storage can hold the text as it is: PostgreSQL has no NUL in text, and a lone surrogate has no UTF-8,
 * so that an encoder would silently put another character in its place. No row has such a text.
 */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes("\0")

/** Dies when a text cannot be stored as it is. Callers clean their input; this is against their mistakes. */
export const requireStorable = (texts: ReadonlyArray<string>): Effect.Effect<void> =>
  texts.every(isStorable) ? Effect.void : Effect.die(new Error("A text with NUL or a lone surrogate cannot be stored"))
