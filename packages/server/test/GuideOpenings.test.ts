import { assert, it } from "@effect/vitest"
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"

const root = join(import.meta.dirname, "../../..")

/** Pages that are looked up in, not read: lists that are made from the code, figures, and the index. */
const lists = new Set([
  "docs/README.md",
  "docs/errors.md",
  "docs/robustness-counts.md",
  "docs/sql-functions.md",
  "docs/statistics/calibration.md",
  "docs/statistics/families.md",
  "docs/statistics/few-events.md",
  "docs/status.md"
])

const guides = globSync("docs/{*,insights/*,statistics/*}.md", { cwd: root }).filter((page) => !lists.has(page))

it("the first paragraph of every guide says what one can do after it", () => {
  assert.isAbove(guides.length, 40)
  const openings = guides.map((page) => [page, readFileSync(join(root, page), "utf8").split("\n", 3)[2]] as const)
  assert.deepStrictEqual(
    openings.filter(([, line = ""]) => !/\bAfter this page .+\./.test(line)).map(([page]) => page),
    []
  )
})
