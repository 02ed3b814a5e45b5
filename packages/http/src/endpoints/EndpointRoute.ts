import { Cause, Context, Effect, Redacted } from "effect"
import type { HttpServerResponse } from "effect/http"
import {
  type HttpApi,
  HttpApiBuilder,
  type HttpApiEndpoint,
  HttpApiError,
  type HttpApiGroup,
  HttpApiMiddleware
} from "effect/http-api"

/** A failure of any handler or middleware: which it is, the middleware around it asks. */
export type Failure = NonNullable<unknown>

/** An effect that answers the request of its context. */
export type Answering = Effect.Effect<HttpServerResponse.HttpServerResponse, Failure>

/** A handler as it was given for an endpoint; a raw one reads the body itself. */
export interface GivenHandler {
  readonly endpoint: HttpApiEndpoint.Top
  readonly handler: (request: never) => Effect.Effect<unknown, Failure>
  readonly isRaw: boolean
}

/** The place of an endpoint in the contract. */
interface Placed extends GivenHandler {
  readonly api: Pick<HttpApi.Top, "annotations">
  readonly group: HttpApiGroup.Top
}

/** A failure of a handler on its way to the middleware, past the framework's own encoding of errors. */
class HandlerFailure {
  readonly error: Failure

  constructor(error: Failure) {
    this.error = error
  }
}

/** The failure that the middleware answers: that of a handler, or of a part of a request that no schema takes. */
const failureOf = (defect: unknown): Failure | undefined => {
  if (defect instanceof HandlerFailure) return defect.error
  return HttpApiError.HttpApiSchemaError.is(defect) ? defect : undefined
}

/** Every other cause stays whole: one of its defects may mean that a storage cannot be reached. */
const answeringFailures = (answering: Answering): Answering =>
  Effect.catchCause(answering, (cause) => {
    const failures = cause.reasons.map((reason) => Cause.isDieReason(reason) ? failureOf(reason.defect) : undefined)
    const failure = failures.find((one) => one !== undefined)
    return failure === undefined ? Effect.failCause(cause) : Effect.fail(failure)
  })

/** The endpoint without its middleware, and without a payload where the handler reads the body. */
const withoutMiddleware = ({ endpoint, isRaw }: GivenHandler): object =>
  Object.create(endpoint, {
    middlewares: { value: new Set() },
    ...(isRaw ? { payload: { value: new Map() } } : {})
  })

/** `HttpApiBuilder.endpoint`, whose types name one endpoint of one contract. */
const buildEndpoint = HttpApiBuilder.endpoint as unknown as (
  api: object,
  group: string,
  endpoint: string,
  handler: GivenHandler["handler"]
) => Effect.Effect<Answering>

/**
 * Decodes a request, calls the handler and encodes what it returns: all by the framework. It is built without services, as
 * it merges those that it is built with into the context of each request, one by one.
 */
const answeringOf = (placed: Placed): Effect.Effect<Answering> => {
  const { api: { annotations }, endpoint: { identifier }, group, handler } = placed
  const endpoints = { value: { [identifier]: withoutMiddleware(placed) } }
  const groups = { [group.identifier]: Object.create(group, { endpoints }) as object }
  const built = buildEndpoint(
    { annotations, groups },
    group.identifier,
    identifier,
    (request) => handler(request).pipe(Effect.catch((error) => Effect.die(new HandlerFailure(error))))
  )
  return Effect.map(Effect.updateContext(built, () => Context.empty()), answeringFailures)
}

type Middleware = (answering: Answering, options: object) => Answering

/** A credential is looked for in headers, body and query by `Authenticate`, so that no middleware is given one. */
const credential = Redacted.make("")

/** Middleware that names a way to sign requests stands by the name of that way in its service. */
const middlewareOf = (key: HttpApiMiddleware.AnyService, service: unknown): Middleware => {
  if (!HttpApiMiddleware.isSecurity(key)) return service as Middleware
  const names = Object.keys(key.security)
  const [name] = names
  if (name === undefined || names.length > 1) throw new Error(`${key.key} must name one way to sign requests`)
  return (service as Readonly<Record<string, Middleware>>)[name] as Middleware
}

/** The answer to requests of an endpoint, with the endpoint's middleware around it, the last one outermost. */
export const endpointAnswer = (placed: Placed, services: Context.Context<never>): Effect.Effect<Answering> =>
  Effect.map(answeringOf(placed), (answering) => {
    const { endpoint, group } = placed
    const keys = Array.from(endpoint.middlewares as ReadonlySet<HttpApiMiddleware.AnyService>)
    return keys.reduce(
      (inner, key) => middlewareOf(key, Context.getUnsafe(services, key))(inner, { endpoint, group, credential }),
      answering
    )
  })
