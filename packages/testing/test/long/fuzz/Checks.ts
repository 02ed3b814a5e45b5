import { ErrorBody } from "@hedgerow/http/errors/ErrorBody"
import { Option, Result, Schema } from "effect"
import { emptyErrors, ownErrors, whyRefused } from "./Bars.ts"
import { violation } from "./Document.ts"
import { hasOverflow } from "./Faults.ts"
import { marker } from "./FuzzWorld.ts"
import type { Plan } from "./Requests.ts"

/** The response. */
export interface Answered {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

const isErrorBody = Schema.is(ErrorBody)

export const parsed = (text: string): Option.Option<unknown> =>
  Result.getSuccess(Result.try((): unknown => JSON.parse(text)))

const errorFault = ({ fault, method, operation }: Plan, { status, text }: Answered): string | undefined => {
  const kind = `${operation.operationId} ${status}`
  if (method === "HEAD" || (text === "" && kind in emptyErrors)) return undefined
  const body = Option.getOrUndefined(parsed(text))
  if (isErrorBody(body)) return undefined
  const isOwn = kind in ownErrors || fault === "method"
  return isOwn ? violation(operation, status, body) : `${status} without the shape of errors`
}

const successFault = ({ operation }: Plan, { headers, status, text }: Answered): string | undefined => {
  const documented = operation.responses[String(status)]?.content
  if (documented === undefined) return text === "" ? undefined : `${status} has a body that is not documented`
  const type = headers.get("content-type")?.split(";")[0] ?? ""
  if (documented[type] === undefined) return `${status} is of the type ${type}, which is not documented`
  if (type !== "application/json") return undefined
  const body = parsed(text)
  return Option.isNone(body) ? `${status} is no JSON` : violation(operation, status, body.value)
}

/** Whether the request has a number that nobody could keep, and was answered as if it were kept. */
const losesNumber = ({ body, fault, operation }: Plan, { status }: Answered): boolean =>
  fault === "body" && operation["x-required-scope"] !== "public" && status < 400
  && typeof body === "string" && hasOverflow(body)

/** The fault of an answer; undefined when it has none. */
export const faultOf = (plan: Plan, answer: Answered): string | undefined => {
  const { headers, status, text } = answer
  const { fault, operation } = plan
  if (status >= 500) return `answered ${status}`
  if (text.includes(marker)) return "shows what belongs to another tenant"
  if (headers.get("x-content-type-options") !== "nosniff") return "lets browsers guess its type"
  if (status >= 400 && errorFault(plan, answer) !== undefined) return errorFault(plan, answer)
  if (fault === "method") return undefined
  if (status < 400 && whyRefused(operation.operationId) !== undefined) {
    return `succeeds, but ${whyRefused(operation.operationId)}`
  }
  if (losesNumber(plan, answer)) return "takes a number that it cannot keep"
  // An odd id may make the path none of the contract's.
  const isUnrouted = fault === "id" && (status === 404 || status === 405)
  if (operation.responses[String(status)] === undefined) return isUnrouted ? undefined : `${status} is not documented`
  return status < 400 ? successFault(plan, answer) : undefined
}
