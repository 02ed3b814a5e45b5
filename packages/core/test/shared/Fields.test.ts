import { assert, describe, it } from "@effect/vitest"
import {
  boolean,
  choice,
  differs,
  type Field,
  idText,
  integer,
  jsonSchemaOf,
  list,
  readChanges,
  readFields,
  record,
  text,
  withChanges
} from "@hedgerow/core/shared/Fields"
import { beyondSchema } from "@hedgerow/core/shared/FieldSchema"
import { Effect, Exit, Result } from "effect"

type Case = readonly [name: string, field: Field<unknown, boolean>, value: unknown, expected: unknown]

const accepted: ReadonlyArray<Case> = [
  ["text is trimmed", text(), "  a b ", "a b"],
  ["verbatim text is not", text({ verbatim: true }), " a ", " a "],
  ["a number is its digits", text(), 12.5, "12.5"],
  ["blank text where allowed", text({ blank: true }), "  ", ""],
  ["length counts characters", text({ maxLength: 2 }), "😀😀", "😀😀"],
  ["length counts after trimming", text({ maxLength: 2 }), " ab ", "ab"],
  ["integer", integer(), -3, -3],
  ["digits are an integer", integer(), " 42 ", 42],
  ["a whole float's digits too", integer(), "42.00", 42],
  ["integer at its bounds", integer({ minimum: 0, maximum: 7 }), 7, 7],
  ["true", boolean(), true, true],
  ["a word for true", boolean(), "TRUE", true],
  ["1 and 0", list(boolean()), [1, 0, "1", "0"], [true, false, true, false]],
  ["choice", choice(["a", "b"]), "b", "b"],
  ["digits of a choice", choice([1, 8]), "8", 8],
  ["list", list(integer()), [1, "2"], [1, 2]],
  ["empty list", list(integer()), [], []],
  ["each item once", list(integer(), { distinct: true }), [2, 1, "2", 1], [2, 1]],
  ["as many items as may be", list(integer(), { maxLength: 2 }), [1, 2], [1, 2]],
  ["a uuid in any case", idText(), " 01890A5D-AC96-774B-BCCE-B302099A8057", "01890a5d-ac96-774b-bcce-b302099a8057"],
  ["no uuid", idText(), "ABC", "ABC"],
  ["record as sent", record(), { a: [null, " x "] }, { a: [null, " x "] }],
  ["null where allowed", text().nullable, null, null],
  ["a stand-in for null", list(text()).orNull([]), null, []],
  ["a stand-in for absence", text().orElse("x"), undefined, "x"],
  [
    "a rule that holds",
    integer().check((n) => n > 1 ? undefined : { code: "custom", message: "no" }, beyondSchema),
    2,
    2
  ]
]

/** A list in a list in a list…: more levels than a recursive reader has stack for. */
const deep: unknown = JSON.parse("[".repeat(200_000) + "]".repeat(200_000))

const refused: ReadonlyArray<Case> = [
  ["absent", text(), undefined, ["required", "This field is required.", []]],
  ["null", text(), null, ["null", "This field may not be null.", []]],
  ["blank", text(), " \n", ["blank", "This field may not be blank.", []]],
  ["a boolean is no text", text(), true, ["invalid_input", "Not a valid string.", []]],
  ["an object is no text", text(), {}, ["invalid_input", "Not a valid string.", []]],
  ["too long", text({ maxLength: 2 }), "abc", ["max_length", "Ensure this field has no more than 2 characters.", []]],
  ["NUL", text(), "a\0", ["null_characters_not_allowed", "Null characters are not allowed.", []]],
  [
    "half a pair",
    text(),
    "a\ud83d",
    ["surrogate_characters_not_allowed", "Surrogate characters are not allowed.", []]
  ],
  ["a fraction", integer(), 1.5, ["invalid_input", "A valid integer is required.", []]],
  ["a boolean is no integer", integer(), true, ["invalid_input", "A valid integer is required.", []]],
  ["an empty text is no integer", integer(), "", ["invalid_input", "A valid integer is required.", []]],
  ["beyond exact numbers", integer(), 2 ** 53, ["invalid_input", "A valid integer is required.", []]],
  [
    "too large",
    integer({ maximum: 7 }),
    8,
    ["max_value", "Ensure this value is less than or equal to 7.", []]
  ],
  [
    "too small",
    integer({ minimum: 0 }),
    -1,
    ["min_value", "Ensure this value is greater than or equal to 0.", []]
  ],
  ["no boolean", boolean(), "maybe", ["invalid_input", "Must be a valid boolean.", []]],
  ["2 is no boolean", boolean(), 2, ["invalid_input", "Must be a valid boolean.", []]],
  ["no choice", choice(["a"]), "x", ["invalid_choice", "\"x\" is not a valid choice.", []]],
  ["no choice at all", choice(["a"]), { b: 1 }, ["invalid_choice", "\"dict\" is not a valid choice.", []]],
  ["no choice but a list", choice(["a"]), deep, ["invalid_choice", "\"list\" is not a valid choice.", []]],
  ["no choice but a number", choice(["a"]), 1.5, ["invalid_choice", "\"1.5\" is not a valid choice.", []]],
  [
    "no choice but a long text",
    choice(["a"]),
    "😀".repeat(10_000),
    ["invalid_choice", `"${"😀".repeat(100)}…" is not a valid choice.`, []]
  ],
  [
    "megabytes of text",
    text({ maxLength: 2 }),
    "x".repeat(9_000_000),
    ["max_length", "Ensure this field has no more than 2 characters.", []]
  ],
  ["more characters than units allow", text({ maxLength: 2 }), "😀😀😀", [
    "max_length",
    "Ensure this field has no more than 2 characters.",
    []
  ]],
  ["no list", list(text()), "x", ["not_a_list", "Expected a list of items but got type \"str\".", []]],
  ["an object is no list", list(text()), {}, ["not_a_list", "Expected a list of items but got type \"dict\".", []]],
  ["an empty list", list(text(), { nonEmpty: true }), [], ["empty", "This list may not be empty.", []]],
  ["an item", list(list(text())), [["a"], ["b", 1, false]], ["invalid_input", "Not a valid string.", [1, 2]]],
  ["a null item", list(text()), ["a", null], ["null", "This field may not be null.", [1]]],
  ["no object", record(), [1], ["not_a_dict", "Expected a dictionary of items but got type \"list\".", []]],
  [
    "a broken rule",
    list(text()).check(() => ({ code: "unique", message: "no", path: [0, "x"] }), beyondSchema),
    ["a"],
    ["unique", "no", [0, "x"]]
  ]
]

describe("a field", () => {
  for (const [name, field, value, expected] of accepted) {
    it(`takes: ${name}`, () => assert.deepStrictEqual(field.read(value), Result.succeed(expected)))
  }
  for (const [name, field, value, expected] of refused) {
    it(`refuses: ${name}`, () => {
      const reading = field.read(value)
      assert.isTrue(Result.isFailure(reading))
      if (Result.isSuccess(reading)) return
      const [{ code, message, path }] = reading.failure
      assert.deepStrictEqual([code, message, path], expected)
    })
  }
})

const table = {
  label: text({ maxLength: 4 }),
  size: integer().orElse(1),
  tags: list(text()).optional,
  note: text().nullable.optional
}

const issuesOf = <A>(exit: Exit.Exit<A, { readonly issues: ReadonlyArray<{ readonly path: unknown }> }>) =>
  Exit.isFailure(exit) ? exit.cause.reasons.flatMap((one) => "error" in one ? one.error.issues : []) : []

describe("a table of fields", () => {
  it("has a schema that follows from how it is made", () => {
    const schemas = jsonSchemaOf({
      label: text({ maxLength: 5 }).describe("A label.", "a"),
      size: integer({ minimum: 0, maximum: 7 }).nullable.orElse(1),
      kind: choice([1, 8]).orNull(1).optional,
      parts: list(record(), { nonEmpty: true, maxLength: 3 }).stating({ uniqueItems: true })
    }, "create")
    const label = {
      anyOf: [{ type: "string", maxLength: 5, pattern: "\\S" }, { type: "number" }],
      description: "A label.",
      examples: ["a"]
    }
    const size = [{ type: "integer", minimum: 0, maximum: 7 }, {
      type: "string",
      pattern: "^\\s*[+-]?\\d{1,16}(\\.0*)?\\s*$"
    }]
    assert.deepStrictEqual(schemas, {
      type: "object",
      properties: {
        label,
        size: { anyOf: [...size, { type: "null" }], default: 1 },
        kind: { anyOf: [{ enum: [1, 8, "1", "8"] }, { type: "null" }] },
        parts: { type: "array", items: { type: "object" }, minItems: 1, maxItems: 3, uniqueItems: true }
      },
      required: ["label", "parts"]
    })
    const changed = jsonSchemaOf({ size: integer().orElse(1) }, "change")
    assert.notProperty(changed.properties["size"], "default")
    assert.deepStrictEqual(changed.required, [])
  })

  it.effect("reads known fields, with defaults, and leaves out fields that were not sent", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* readFields(table, { label: "a", more: 1 }), { label: "a", size: 1 })
      const all = { label: "a", size: 2, tags: ["x"], note: null }
      assert.deepStrictEqual(yield* readFields(table, all), all)
    }))

  it.effect("reports every wrong field in its own order, with its path", () =>
    Effect.gen(function*() {
      const exit = yield* Effect.exit(readFields(table, { tags: ["x", []], size: "x", note: "" }))
      assert.deepStrictEqual(issuesOf(exit).map(({ path }) => path), [["label"], ["size"], ["tags", 1], ["note"]])
    }))

  it.effect("reads only the sent fields of a change, by the same rules", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* readChanges(table, {}), {})
      assert.deepStrictEqual(yield* readChanges(table, { note: null, label: undefined }), { note: null })
      const exit = yield* Effect.exit(readChanges(table, { label: "", tags: null }))
      assert.deepStrictEqual(issuesOf(exit).map(({ path }) => path), [["label"], ["tags"]])
    }))

  it.effect("takes objects alone, and of them only members of their own", () =>
    Effect.gen(function*() {
      for (const body of [null, [], "x", 1]) {
        const error = yield* readFields(table, body).pipe(Effect.flip)
        assert.match(error.message, /^Invalid data\. Expected a dictionary, but got (NoneType|list|str|int)\.$/)
      }
      const inherited = yield* readFields({ toString: text() }, {}).pipe(Effect.flip)
      assert.strictEqual(inherited.issues[0].code, "required")
    }))
})

it("a change keeps the fields that it leaves out", () => {
  assert.deepStrictEqual(withChanges({ a: 1, b: 2 }, { b: 3 }), { a: 1, b: 3 })
})

it("a change differs by its contents, not by its identity", () => {
  const before: { readonly a: number; readonly b: ReadonlyArray<string> } = { a: 1, b: ["x"] }
  assert.deepStrictEqual(
    [{}, { a: 1 }, { b: ["x"] }, { a: 2 }, { b: [] }, { b: ["x", "y"] }].map((changes) => differs(before, changes)),
    [false, false, false, true, true, true]
  )
})
