import type { InvalidInput } from "@hedgerow/core/shared/InvalidInput"
import { attrOf } from "@hedgerow/http/errors/ErrorBody"
import { type DomainError, toApiError } from "@hedgerow/http/errors/ErrorTable"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"

/** A command was understood and cannot be done; the message has the reason. */
export class CommandRefused extends Schema.TaggedError<CommandRefused>()("CommandRefused", {
  message: Schema.String
}) {}

/** `label: This field is required.`, one line for each. */
const inputWords = ({ issues }: InvalidInput): string =>
  issues.map(({ message, path }) => {
    const attr = attrOf(path)
    return attr === null ? message : `${attr}: ${message}`
  }).join("\n")

const refusals: ReadonlySet<string> = new Set<DomainError["_tag"]>([
  "AccessDenied",
  "InvalidInput",
  "MemberNotFound",
  "OrganizationNotFound",
  "PersonNotFound",
  "PersonalApiKeyNotFound",
  "ProjectNotFound",
  "ProjectSecretKeyNotFound"
])

const isRefusal = (error: unknown): error is DomainError =>
  Predicate.hasProperty(error, "_tag") && refusals.has(String(error._tag))

/** Turns what a domain refuses into the words the API uses for it; other failures stay. */
export const inWords = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.mapError(effect, (error): CommandRefused | Exclude<E, DomainError> => {
    if (!isRefusal(error)) return error as Exclude<E, DomainError>
    const message = error._tag === "InvalidInput" ? inputWords(error) : toApiError(error).body.detail
    return new CommandRefused({ message })
  })
