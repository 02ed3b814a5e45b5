import type { ErrorBody } from "../contract/Contract.ts"

type JsonObject = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is JsonObject => typeof value === "object" && value !== null

const textOf = (value: unknown): string | undefined => typeof value === "string" ? value : undefined

const listOf = (value: unknown): ReadonlyArray<unknown> => Array.isArray(value) ? value : []

/** An answer of the server that is an error, in the one shape that all of its errors have. */
export class HedgerowError extends Error {
  override readonly name: string = "HedgerowError"
  /** The HTTP status; 200 of an error that came after the first row of a stream, or of a run in the background. */
  readonly status: number
  /** The class of the error. */
  readonly type: ErrorBody["type"] | "unknown_error"
  /** The fault, as a word for programs. */
  readonly code: string
  /** The fault, in words. */
  readonly detail: string
  /** The field, with nested names joined by `__`; null for the request as a whole. */
  readonly attr: string | null
  /** Everything that is wrong; the first one is the error itself. */
  readonly errors: NonNullable<ErrorBody["errors"]>
  /** Further facts: the place of a syntax error, a `hint`, and whether trying again can help (`retryable`). */
  readonly extra: JsonObject
  /** The seconds after which the server wants to be asked again. */
  readonly retryAfter: number | undefined
  /** The body as it came: of a few answers it has another shape. */
  readonly body: unknown

  constructor(status: number, body: unknown, retryAfter?: number) {
    const { type, code, detail, attr, errors, extra } = (isObject(body) ? body : {}) as { [name: string]: unknown }
    const said = textOf(detail) ?? (typeof body === "string" && body !== "" ? body : `The server answered ${status}.`)
    const field = textOf(attr)
    super(field === undefined ? said : `${field}: ${said}`)
    this.status = status
    this.type = (textOf(type) ?? "unknown_error") as HedgerowError["type"]
    this.code = textOf(code) ?? `http_${status}`
    this.detail = said
    this.attr = field ?? null
    this.errors = listOf(errors) as HedgerowError["errors"]
    this.extra = isObject(extra) ? extra : {}
    this.retryAfter = retryAfter
    this.body = body
  }
}
