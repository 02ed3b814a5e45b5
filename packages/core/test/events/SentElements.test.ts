import { assert, it } from "@effect/vitest"
import { elementsChain } from "@hedgerow/core/events/SentElements"
import { elementsOf } from "@hedgerow/core/query/structured/ElementChain"

const touched = [
  {
    tag_name: "Text",
    $el_text: "Say \"hi\" \\",
    attr__style: "color: red; top: 1",
    "attr__data-path": "C:\\\"x\"",
    nth_child: 2
  },
  { tag_name: "Pressable", attr__id: "buy", attr__class: "nav  md:flex big", attr__href: "/x?a=1", nth_of_type: 3 },
  { tag_name: "View", attr__class: ["b", "a\"c"], attr__list: [1], attr__on: true }
]

it("elements are written as the chain of browsers, the innermost first, and read again", () => {
  const chain = elementsChain({ $elements: touched })
  assert.strictEqual(
    chain,
    [
      String.raw`Text:attr__data-path="C:\"x\""attr__style="color: red; top: 1"nth-child="2"nth-of-type="0"`
      + String.raw`text="Say \"hi\" "`,
      String.raw`Pressable.big.md:flex.nav:attr__class="nav  md:flex big"attr__href="/x?a=1"attr__id="buy"attr_id="buy"`
      + String.raw`href="/x?a=1"nth-child="0"nth-of-type="3"`,
      String.raw`View.ac.b:attr__on="true"nth-child="0"nth-of-type="0"`
    ].join(";")
  )
  const [text, button, view, ...rest] = elementsOf(chain)
  assert.deepInclude(text, { tag_name: "Text", text: "Say \"hi\" ", nth_child: 2, attr_class: null, order: 0 })
  assert.deepInclude(text?.attributes, { "attr__data-path": "C:\"x\"" })
  assert.deepInclude(button, {
    tag_name: "Pressable",
    attr_class: ["big", "md:flex", "nav"],
    attr_id: "buy",
    href: "/x?a=1",
    nth_of_type: 3
  })
  assert.deepInclude(view, { tag_name: "View", attr_class: ["ac", "b"] })
  assert.deepStrictEqual(rest, [])
})

it("a chain that was sent stays as it is, and what is no list of elements is none", () => {
  assert.strictEqual(elementsChain({ $elements_chain: "a;div", $elements: touched }), "a;div")
  for (const $elements of [undefined, null, "a", {}, [], [1, "a", null]]) {
    assert.strictEqual(elementsChain({ $elements }), "")
  }
  assert.strictEqual(elementsChain({ $elements: [{}] }), `:nth-child="0"nth-of-type="0"`)
  assert.strictEqual(elementsChain({ $elements: [{ tag_name: "\0" }] }), `\uFFFD:nth-child="0"nth-of-type="0"`)
})

it("texts of quotes and backslashes are read as they were, but for backslashes that would hide a quote", () => {
  for (const text of ["\\".repeat(1_000_000), `a${"\\".repeat(9)}`, "\\\"\\\\\"b\\c", "\"\"", "a\\nb;c:d=\"e\""]) {
    const [element, ...rest] = elementsOf(elementsChain({ $elements: [{ tag_name: "a", attr__x: text }] }))
    const read = text.split("\"").map((part) => part.replace(/\\{1,9}$/, "")).join("\"")
    assert.deepStrictEqual(rest, [])
    assert.strictEqual(element?.attributes["attr__x"], text.length > 1_000 ? "" : read)
  }
})

it("long texts and addresses are cut, and more elements than a page nests are left out", () => {
  const long = "x".repeat(5_000)
  const [element] = elementsOf(elementsChain({ $elements: [{ $el_text: long, attr__href: long }] }))
  assert.deepStrictEqual([element?.text?.length, element?.href?.length], [400, 2_048])
  const many = Array.from({ length: 1_000 }, () => ({ tag_name: "View" }))
  assert.lengthOf(elementsOf(`${elementsChain({ $elements: many })};a`), 200)
  assert.lengthOf(elementsChain({ $elements: many }).split(";"), 200)
})
