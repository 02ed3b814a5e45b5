import { Result } from "effect"
import type { InputCode, InputIssue } from "./InvalidInput.ts"

export type Issues = readonly [InputIssue, ...ReadonlyArray<InputIssue>]

/** What a field made of a value. */
export type Reading<A> = Result.Result<A, Issues>

/** A reading that failed by one rule; `path` leads from the field to what is wrong in it. */
export const refused = (
  code: InputCode,
  message: string,
  path: ReadonlyArray<string | number> = []
): Result.Result<never, Issues> => Result.fail([{ path, code, message }])

/** A rule that a value broke. */
export interface Broken {
  readonly code: InputCode
  readonly message: string
  readonly path?: ReadonlyArray<string | number>
}

/** A type as the reference service names it. */
export const typeName = (value: unknown): string => {
  if (value === null) return "NoneType"
  if (Array.isArray(value)) return "list"
  switch (typeof value) {
    case "string":
      return "str"
    case "number":
      return Number.isInteger(value) ? "int" : "float"
    case "boolean":
      return "bool"
    default:
      return "dict"
  }
}

const required = refused("required", "This field is required.")
const notNull = refused("null", "This field may not be null.")

/** The same issues, found below a key. */
export const below = (key: string | number, [first, ...rest]: Issues): Issues => {
  const moved = (issue: InputIssue): InputIssue => ({ ...issue, path: [key, ...issue.path] })
  return [moved(first), ...rest.map(moved)]
}

/**
 * How one field of a request is read: what it may be, what it is when it is null or left out, and what is said of
 * anything else, with the reference service's codes and texts. `Always` says whether there is a value without one sent.
 */
export class Field<out A, out Always extends boolean = true> {
  readonly always: Always
  readonly #read: (value: unknown) => Reading<A>
  readonly #ofNull: Reading<A>
  readonly #ofAbsent: Reading<A>

  private constructor(
    always: Always,
    read: (value: unknown) => Reading<A>,
    ofNull: Reading<A>,
    ofAbsent: Reading<A>
  ) {
    this.always = always
    this.#read = read
    this.#ofNull = ofNull
    this.#ofAbsent = ofAbsent
  }

  /** A field that must be there and is not null. */
  static readonly make = <A>(read: (value: unknown) => Reading<A>): Field<A> => new Field(true, read, notNull, required)

  read(value: unknown): Reading<A> {
    if (value === undefined) return this.#ofAbsent
    return value === null ? this.#ofNull : this.#read(value)
  }

  /** May be left out, and is then absent from what was read. */
  get optional(): Field<A, false> {
    return new Field<A, false>(false, this.#read, this.#ofNull, this.#ofAbsent)
  }

  /** May be null, and stays so. */
  get nullable(): Field<A | null, Always> {
    return new Field<A | null, Always>(this.always, this.#read, Result.succeed(null), this.#ofAbsent)
  }

  /** What it is when it is left out. */
  orElse<const B>(value: B): Field<A | B> {
    return new Field<A | B>(true, this.#read, this.#ofNull, Result.succeed(value))
  }

  /** What it is when it is null. */
  orNull<const B>(value: B): Field<A | B, Always> {
    return new Field<A | B, Always>(this.always, this.#read, Result.succeed(value), this.#ofAbsent)
  }

  /** One more rule for values that passed those before. */
  check(rule: (value: A) => Broken | undefined): Field<A, Always> {
    const read = (value: unknown): Reading<A> =>
      Result.flatMap(this.#read(value), (found) => {
        const broken = rule(found)
        return broken === undefined ? Result.succeed(found) : refused(broken.code, broken.message, broken.path)
      })
    return new Field(this.always, read, this.#ofNull, this.#ofAbsent)
  }

  /** The same field under a narrower type, for branded values that the rules so far have made sure of. */
  as<B extends A>(): Field<B, Always> {
    return new Field(
      this.always,
      this.#read as (value: unknown) => Reading<B>,
      this.#ofNull as Reading<B>,
      this.#ofAbsent as Reading<B>
    )
  }
}
