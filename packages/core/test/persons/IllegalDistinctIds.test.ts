import { assert, describe, it } from "@effect/vitest"
import { isIllegalDistinctId } from "@hedgerow/core/persons/IllegalDistinctIds"

const illegal = [
  "anonymous",
  "Guest",
  "DISTINCTID",
  "distinct_id",
  "id",
  "not_authenticated",
  "eMail",
  "undefined",
  "True",
  "false",
  "[object Object]",
  "NaN",
  "None",
  "none",
  "null",
  "0",
  "'anonymous'",
  "\"null\"",
  "\"GUEST\"",
  "",
  "   ",
  "\t\n",
  "\"\"",
  "' '"
]

const legal = ["u1", "nan", "NULL", "NONE", "[object object]", "00", "anonymous1", "a@b.c", "\"u1\"", "'null\"", "1"]

describe("isIllegalDistinctId", () => {
  for (const id of illegal) it(`${JSON.stringify(id)} is illegal`, () => assert.isTrue(isIllegalDistinctId(id)))
  for (const id of legal) it(`${JSON.stringify(id)} is legal`, () => assert.isFalse(isIllegalDistinctId(id)))
})
