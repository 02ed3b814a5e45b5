import { assert, describe, it } from "@effect/vitest"
import { filterFaults } from "@hedgerow/core/evaluation/filters/FilterRules"
import { listText, valueText } from "@hedgerow/core/evaluation/filters/ValueText"
import { withoutCohortNames } from "@hedgerow/core/evaluation/FlagConditions"
import { workOfReading } from "@hedgerow/core/evaluation/RegexOperators"

const inCohort = { type: "cohort", key: "id", value: 1 }
const named = { ...inCohort, cohort_name: "Testers" }

describe("names of cohorts", () => {
  it("are taken from the filters' own properties and from those of each condition", () => {
    assert.deepStrictEqual(withoutCohortNames({ properties: [named] }), { properties: [inCohort] })
    assert.deepStrictEqual(
      withoutCohortNames({
        properties: [named],
        groups: [{ properties: [named] }],
        super_groups: [{ properties: [named] }]
      }),
      { properties: [inCohort], groups: [{ properties: [inCohort] }], super_groups: [{ properties: [inCohort] }] }
    )
  })

  it("are not looked for in what is no list of conditions, which is left as it is", () => {
    const filters = { groups: "x", properties: {} }
    assert.strictEqual(withoutCohortNames(filters), filters)
    assert.deepStrictEqual(withoutCohortNames({ groups: [1, { properties: "x" }] }), {
      groups: [1, { properties: "x" }]
    })
  })
})

describe("faults of filters", () => {
  it("of the older form have their place in the filters, not in a condition", () => {
    const [own] = filterFaults({ properties: [{ key: "", type: "person", value: 1 }] })
    const [grouped] = filterFaults({ groups: [{ properties: [{ key: "", type: "person", value: 1 }] }] })
    assert.deepStrictEqual([own?.path.slice(0, 2), grouped?.path.slice(0, 4)], [
      ["properties", 0],
      ["groups", 0, "properties", 0]
    ])
    assert.deepStrictEqual([own?.code, own?.message], [grouped?.code, grouped?.message])
  })

  it("of a holdout say that its id is missing, or neither a number nor a text", () => {
    const faultOf = (holdout: unknown) => {
      const [found] = filterFaults({ groups: [], holdout })
      return [found?.path.join("."), found?.code, found?.message]
    }
    assert.deepStrictEqual(faultOf({ exclusion_percentage: 5 }), ["holdout.id", "required", "This field is required."])
    for (const id of ["", true]) {
      assert.deepStrictEqual(faultOf({ id, exclusion_percentage: 5 }), [
        "holdout.id",
        "invalid_value",
        "A holdout's id must be a number or text."
      ])
    }
    assert.deepStrictEqual([filterFaults({ groups: [], holdout: { id: 1, exclusion_percentage: 5 } })], [[]])
    assert.deepStrictEqual(faultOf(1).slice(0, 1), ["holdout"])
  })
})

it("values are shown as the reference service writes them", () => {
  assert.strictEqual(
    listText([null, undefined, true, false, "a", "it's", "\"it's\"", "\\\n\r\t", 1.5, { a: ["b"] }]),
    `[None, None, True, False, 'a', "it's", '"it\\'s"', '\\\\\\n\\r\\t', 1.5, {'a': ['b']}]`
  )
  assert.deepStrictEqual([valueText("a"), valueText(["a"]), valueText(false)], ["a", "['a']", "False"])
})

it("reading a pattern is work by its characters, its size and its classes of characters, unless it is too large", () => {
  const ten = workOfReading("a".repeat(10))
  assert.isAbove(ten, 0)
  assert.closeTo(workOfReading("a".repeat(100)), ten * 10, ten * 10 / 2)
  assert.isAbove(workOfReading("\\p{L}"), workOfReading("aaaaa"))
  assert.isAbove(workOfReading("a{50}"), workOfReading("aaaaa"))
  assert.strictEqual(workOfReading("a{1000}{1000}{1000}"), 0)
})
