import { Cause, Predicate } from "effect"
import { redact } from "./Redaction.ts"

/** Errors behind each other that are looked through; a cycle ends with them. */
const deepest = 8

const longest = 500

const field = (error: unknown, name: string): unknown => Predicate.hasProperty(error, name) ? error[name] : undefined

/** The messages of an error and of those behind it, the outermost first. */
const messagesOf = (error: unknown, depth = 0): ReadonlyArray<string> => {
  if (typeof error === "string") return [error]
  if (depth > deepest || !Predicate.isObject(error)) return []
  const [code, errors, message] = ["code", "errors", "message"].map((name) => field(error, name))
  const own = [message, code].filter((text) => typeof text === "string" && text !== "").map(String)
  const inner = [field(error, "reason"), field(error, "cause"), ...(Array.isArray(errors) ? errors : [])]
  return [own.join(" "), ...inner.flatMap((one) => messagesOf(one, depth + 1))]
}

/** The words of an error, and of those behind it, on one line: no stack, no statement, no secret. */
export const errorText = (error: unknown): string => {
  const messages = [...new Set(messagesOf(error))].filter((text) => text !== "")
  return redact(messages.join(": ")).replaceAll(/\s+/g, " ").slice(0, longest)
}

/** The words of what ended an effect, on one line. */
export const causeText = (cause: Cause.Cause<unknown>): string => errorText(Cause.squash(cause))
