import { redactValue } from "@hedgerow/core/shared/RedactedValue"
import { redact } from "@hedgerow/core/shared/Redaction"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import type * as Logger from "effect/Logger"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import { CurrentLogAnnotations } from "effect/References"
import * as Tracer from "effect/Tracer"

/** One entry of the log, its secrets hidden. */
export interface LogRecord {
  readonly time: string
  readonly level: string
  readonly message: string
  readonly request_id?: unknown
  readonly trace_id?: unknown
  readonly span_id?: string
  readonly annotations?: Readonly<Record<string, unknown>>
  readonly cause?: string
}

const textOf = (part: unknown): string => {
  if (Predicate.isString(part)) return redact(part)
  const value = redactValue(part)
  return Predicate.isString(value) ? value : JSON.stringify(value) ?? String(value)
}

/** Errors among the parts of a message belong to the cause, for their stack. */
const partsOf = (message: unknown): readonly [words: ReadonlyArray<unknown>, errors: ReadonlyArray<Error>] => {
  const parts: ReadonlyArray<unknown> = Array.isArray(message) ? message : [message]
  return [parts.filter((part) => !(part instanceof Error)), parts.filter((part) => part instanceof Error)]
}

const causeText = (cause: Cause.Cause<unknown>, errors: ReadonlyArray<Error>): string =>
  [
    ...errors.map((error) => redact(Cause.pretty(Cause.fail(error)))),
    ...(cause.reasons.length > 0 ? [redact(Cause.pretty(cause))] : [])
  ].join("\n")

/** The nearest span that has ids: those of a switched-off tracer have none, and are not passed on either. */
const tracedSpan = (span: Tracer.AnySpan | undefined): Tracer.AnySpan | undefined =>
  span !== undefined && Context.get(span.annotations, Tracer.DisablePropagation)
    ? tracedSpan(span._tag === "Span" ? Option.getOrUndefined(span.parent) : undefined)
    : span

const traceOf = (context: Context.Context<never>): Pick<LogRecord, "span_id" | "trace_id"> => {
  const span = tracedSpan(Context.getOrUndefined(context, Tracer.ParentSpan))
  return span === undefined ? {} : { trace_id: span.traceId, span_id: span.spanId }
}

const annotationsOf = (given: Readonly<Record<string, unknown>>): Partial<LogRecord> => {
  const { requestId, traceId, ...others } = redactValue(given) as Readonly<Record<string, unknown>>
  return {
    ...(requestId === undefined ? {} : { request_id: requestId }),
    ...(traceId === undefined ? {} : { trace_id: traceId }),
    ...(Object.keys(others).length === 0 ? {} : { annotations: others })
  }
}

/** The record of an Effect log call, without secrets. */
export const logRecord = ({ cause, date, fiber, logLevel, message }: Logger.Options<unknown>): LogRecord => {
  const [words, errors] = partsOf(message)
  const why = causeText(cause, errors)
  return {
    time: date.toISOString(),
    level: logLevel.toLowerCase(),
    message: words.map(textOf).join(" "),
    ...annotationsOf(fiber.getRef(CurrentLogAnnotations)),
    ...traceOf(fiber.context),
    ...(why === "" ? {} : { cause: why })
  }
}
