import { assert, describe, it } from "@effect/vitest"
import { cellsOf } from "@hedgerow/storage-clickhouse/protocol/Cells"
import { cellPath, textMarkPath } from "@hedgerow/storage-clickhouse/schema/PropertyPaths"

describe("cells", () => {
  it.each([
    ["{}", {}],
    ["", {}],
    ["[1,2]", {}],
    ["null", {}],
    ["{\"a\":\"x\"}", { a: "x" }],
    ["{\"a\":\"\",\"b\":null,\"c\":true,\"d\":false}", { a: "", c: "true", d: "false" }],
    ["{\"i\":3,\"d\":-12.5,\"huge\":1000000000000000000000}", { i: "3", d: "-12.5", huge: "1000000000000000000000" }],
    ["{\"a\":[1,\"x\",{\"b\":2}]}", { a: "[1,\"x\",{\"b\":2}]" }],
    ["{\"o\":{\"b\":1,\"n\":null}}", { o: "{\"b\":1,\"n\":null}", "o/b": "1" }],
    [
      "{\"a\":{\"b\":{\"c\":{\"d\":1}}}}",
      { a: "{\"b\":{\"c\":{\"d\":1}}}", "a/b": "{\"c\":{\"d\":1}}", "a/b/c": "{\"d\":1}" }
    ],
    ["{\"a\":\"[1]\",\"b\":\"{}\",\"c\":\" [\"}", { a: "[1]", "a/": "1", b: "{}", "b/": "1", c: " [" }],
    ["{\"\":\"e\",\"a.b\":\"d\",\"a\":{\"b\":\"n\"}}", { "%": "e", "a%2Eb": "d", a: "{\"b\":\"n\"}", "a/b": "n" }],
    ["{\"q\":\"quo\\\"te\\\\ \\n\\u0001 é\"}", { q: "quo\"te\\ \n\u0001 é" }]
  ])("of %s", (derived, cells) => {
    assert.deepStrictEqual(JSON.parse(cellsOf(derived)), cells)
  })
})

describe("paths of cells", () => {
  it.each([
    [["plan"], "plan"],
    [["$browser"], "$browser"],
    [["screen", "width"], "screen/width"],
    [["a.b"], "a%2Eb"],
    [["a/b"], "a%2Fb"],
    [["a%2Eb"], "a%252Eb"],
    [[""], "%"],
    [["", ""], "%/%"],
    [["it's `x` \\ \""], "it%27s%20%60x%60%20%5C%20%22"],
    [["é🌿"], "%C3%A9%F0%9F%8C%BF"],
    [["a:b^c[]"], "a%3Ab%5Ec%5B%5D"]
  ])("of %j", (steps, path) => {
    assert.strictEqual(cellPath(steps), path)
    assert.strictEqual(textMarkPath(steps), `${path}/`)
  })
})
