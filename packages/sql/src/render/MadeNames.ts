let made = 0

/** A name of a source that only renderers make; no plan of the resolver has such. */
export const madeName = (): string => `made ${made = (made + 1) % Number.MAX_SAFE_INTEGER}`
