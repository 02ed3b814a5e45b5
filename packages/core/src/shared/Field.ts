import { Result } from "effect"
import { type JsonSchema, orNullSchema } from "./FieldSchema.ts"
import type { InputCode, InputIssue } from "./InvalidInput.ts"

export type Issues = readonly [InputIssue, ...ReadonlyArray<InputIssue>]

/** The result of reading a value. */
export type Reading<A> = Result.Result<A, Issues>

/** A reading that failed by one rule; `path` leads from the field to what is wrong in it. */
export const refused = (
  code: InputCode,
  message: string,
  path: ReadonlyArray<string | number> = [],
  hint?: string
): Result.Result<never, Issues> =>
  Result.fail([{ path, code, message, ...(hint === undefined ? undefined : { hint }) }])

/** A rule that a value broke. */
export interface Broken {
  readonly code: InputCode
  readonly message: string
  readonly path?: ReadonlyArray<string | number>
  /** The way out. */
  readonly hint?: string
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

interface Parts<A> {
  readonly read: (value: unknown) => Reading<A>
  readonly ofNull: Reading<A>
  readonly ofAbsent: Reading<A>
  /** Of values that are not null. */
  readonly schema: JsonSchema
  readonly takesNull: boolean
  readonly isRequired: boolean
  /** The field's texts in a document, beside its schema. */
  readonly notes: JsonSchema
}

/**
 * One field of a request: its accepted values, its value when it is null or missing, and the error for other values,
 * with the reference service's codes and texts. `Always`: whether it has a value when none is sent; `Sent`: the type of
 * sent values. The JSON Schema of the field follows from its construction.
 */
export class Field<out A, out Always extends boolean = true, out Sent = unknown> {
  readonly always: Always
  declare readonly sent: Sent
  readonly #parts: Parts<A>

  private constructor(always: Always, parts: Parts<A>) {
    this.always = always
    this.#parts = parts
  }

  /** A required field that is not null; the schema accepts the values of `read`, as far as a schema can. */
  static readonly make = <A, Sent = A>(
    read: (value: unknown) => Reading<A>,
    schema: JsonSchema
  ): Field<A, true, Sent> =>
    new Field<A, true, Sent>(true, {
      read,
      ofNull: notNull,
      ofAbsent: required,
      schema,
      takesNull: false,
      isRequired: true,
      notes: {}
    })

  read(value: unknown): Reading<A> {
    if (value === undefined) return this.#parts.ofAbsent
    return value === null ? this.#parts.ofNull : this.#parts.read(value)
  }

  /** Whether a new record must have it. */
  get isRequired(): boolean {
    return this.#parts.isRequired
  }

  /** The JSON Schema of what may be sent. */
  get jsonSchema(): JsonSchema {
    const { notes, schema, takesNull } = this.#parts
    return { ...(takesNull ? orNullSchema(schema) : schema), ...notes }
  }

  /** Gives the field its description in a document, and a value as an example. */
  describe(description: string, example: Sent): Field<A, Always, Sent> {
    const { notes } = this.#parts
    return new Field(this.always, { ...this.#parts, notes: { description, ...notes, examples: [example] } })
  }

  /** May be left out, and is then absent from what was read. */
  get optional(): Field<A, false, Sent | undefined> {
    return new Field<A, false, Sent | undefined>(false, { ...this.#parts, isRequired: false })
  }

  /** May be null, and stays so. */
  get nullable(): Field<A | null, Always, Sent | null> {
    return this.orNull(null)
  }

  /** Gives the field a value for when it is left out. */
  orElse<const B>(value: B): Field<A | B, true, Sent | undefined> {
    return new Field<A | B, true, Sent | undefined>(true, {
      ...this.#parts,
      ofAbsent: Result.succeed(value),
      isRequired: false,
      notes: { ...this.#parts.notes, default: value }
    })
  }

  /** Gives the field a value for when it is null. */
  orNull<const B>(value: B): Field<A | B, Always, Sent | null> {
    return new Field<A | B, Always, Sent | null>(this.always, {
      ...this.#parts,
      ofNull: Result.succeed(value),
      takesNull: true
    })
  }

  /** One more rule for values that passed those before, and its form in the schema. */
  check(rule: (value: A) => Broken | undefined, schema: JsonSchema): Field<A, Always, Sent> {
    const read = (value: unknown): Reading<A> =>
      Result.flatMap(this.#parts.read(value), (found) => {
        const broken = rule(found)
        return broken === undefined
          ? Result.succeed(found)
          : refused(broken.code, broken.message, broken.path, broken.hint)
      })
    return new Field<A, Always, Sent>(this.always, { ...this.#parts, read }).stating(schema)
  }

  /** The part of a schema for rules that are checked after the fields were read. */
  stating(schema: JsonSchema): Field<A, Always, Sent> {
    return new Field(this.always, { ...this.#parts, schema: { ...this.#parts.schema, ...schema } })
  }

  /** The same field under a narrower type, for branded values that the rules so far have made sure of. */
  as<B extends A>(): Field<B, Always, Sent> {
    return new Field<B, Always, Sent>(this.always, this.#parts as Parts<B>)
  }
}
