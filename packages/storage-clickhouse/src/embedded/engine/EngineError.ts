import * as Data from "effect/Data"

/** The engine refused or broke a statement; `message` begins with `Code: <n>. DB::Exception:`. */
export class EngineError extends Data.TaggedError("EngineError")<{ readonly message: string }> {
  get code(): number {
    const found = /^Code: (\d+)\b/.exec(this.message)?.[1]
    return found === undefined ? 1_001 : Number(found)
  }
}

/** An error of our own in the engine's words. */
export const engineError = (code: number, name: string, detail: string): EngineError =>
  new EngineError({ message: `Code: ${code}. DB::Exception: ${detail}. (${name})` })

/** The error behind what the engine library threw. */
export const fromNative = (cause: unknown): EngineError => {
  const message = (cause instanceof Error ? cause.message : String(cause)).replace(/^Query failed: /, "")
  return /^Code: \d+/.test(message) ? new EngineError({ message }) : engineError(1_001, "STD_EXCEPTION", message)
}

const statuses: Readonly<Record<number, number>> = {
  60: 404,
  81: 404,
  159: 408,
  160: 408,
  202: 503,
  236: 503,
  241: 500,
  394: 500,
  516: 403
}

const badRequests: ReadonlySet<number> = new Set([
  6,
  27,
  36,
  38,
  41,
  43,
  44,
  46,
  47,
  48,
  50,
  53,
  57,
  62,
  63,
  69,
  70,
  72,
  73,
  115,
  117,
  130,
  158,
  179,
  215,
  285,
  307,
  386,
  396,
  456,
  457,
  469
])

/** The HTTP status under which a code is answered. */
export const statusOf = (code: number): number => statuses[code] ?? (badRequests.has(code) ? 400 : 500)
