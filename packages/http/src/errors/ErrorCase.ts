import type { ApiError } from "./ApiError.ts"

/** One way an error arises, for docs/errors.md: an example of it, and which of its words are data. */
export interface ErrorCase<E> {
  /** The deed of the client, or the event, in words that follow "when". */
  readonly when: string
  readonly error: E
  /** Values of the example that differ from error to error, by the name they get in the template. */
  readonly fields?: Readonly<Record<string, string>>
}

export type ErrorCases<E> = readonly [ErrorCase<E>, ...ReadonlyArray<ErrorCase<E>>]

/** A text of the example with its data replaced by `{name}`. */
export const templateOf = ({ fields = {} }: ErrorCase<unknown>, text: string): string =>
  Object.entries(fields).reduce((template, [name, value]) => template.replace(value, () => `{${name}}`), text)

/** The same case with the answer its error gets. */
export const answeredWith = <E>(toAnswer: (error: E) => ApiError) => (given: ErrorCase<E>): ErrorCase<ApiError> => ({
  ...given,
  error: toAnswer(given.error)
})
