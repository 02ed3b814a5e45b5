/** The JSON text shown in the place of an encrypted payload. */
export const redactedPayload = "\"********* (encrypted)\""

/** The JSON text shown in the place of an encrypted payload that none of the installation's keys opens. */
export const unreadablePayload = "\"********* (unreadable: its secret key is missing)\""

const shownInstead: ReadonlySet<unknown> = new Set(
  [redactedPayload, unreadablePayload].flatMap((text) => [text, text.slice(1, -1)])
)

/** Whether a payload is what was shown instead of it, sent back. */
export const isRedacted = (payload: unknown): boolean => shownInstead.has(payload)
