/** An answer's text as a row had it, and the version of that row. */
export interface KnownBody {
  readonly version: string
  readonly body: string
}

/** The texts of all answers that a process keeps, in characters. */
const mostCharacters = 16 * 1024 * 1024

/**
 * The texts of answers that were read lately, so that PostgreSQL need not send them again. Nobody gets one of them unless
 * the row was seen to have the same version just now.
 */
export const makeKnownBodies = (most = mostCharacters) => {
  const known = new Map<string, KnownBody>()
  let characters = 0
  const forget = (key: string) => {
    characters -= known.get(key)?.body.length ?? 0
    known.delete(key)
  }
  return {
    get: (key: string): KnownBody | undefined => known.get(key),
    /** Keeps the newest; those that were used longest ago make room. */
    use: (key: string, body: KnownBody): void => {
      forget(key)
      if (body.body.length > most) return
      known.set(key, body)
      characters += body.body.length
      for (const oldest of known.keys()) {
        if (characters <= most) return
        forget(oldest)
      }
    },
    forget
  }
}
