import { assert, describe, it } from "@effect/vitest"
import { drawSvg } from "@hedgerow/charts"
import { exampleCharts } from "@hedgerow/charts/documents/ExampleCharts"
import { Effect } from "effect"
import { readFileSync } from "node:fs"
import { elementsOf } from "./Svg.ts"

describe("the charts of the guides", () => {
  it.effect.each(Object.entries(exampleCharts))("%s is as it is drawn", ([name, chart]) =>
    Effect.gen(function*() {
      const svg = yield* drawSvg(chart, name)
      const kept = readFileSync(new URL(`../../../docs/charts/${name}.svg`, import.meta.url), "utf8")
      assert.strictEqual(`${svg}\n`, kept, "npx -y pnpm@12.21.0 docs writes it")
      const elements = elementsOf(svg)
      for (const { attributes, name } of elements) {
        assert.notInclude(["script", "image", "foreignObject", "a", "use"], name)
        for (const [key, value] of Object.entries(attributes)) {
          assert.notMatch(key, /^on|href/i)
          if (!key.startsWith("xmlns")) assert.notMatch(value, /https?:|url\((?!#)/i)
        }
      }
      // One drawing is like another: charts are kept, compared and shown side by side.
      assert.strictEqual(yield* drawSvg(chart, name), svg)
    }))
})
