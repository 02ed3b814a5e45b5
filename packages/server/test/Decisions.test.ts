import { assert, it } from "@effect/vitest"
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"

const folder = join(import.meta.dirname, "../../../docs/decisions")
const names = globSync("[0-9]*.md", { cwd: folder }).toSorted()
const textOf = (name: string): string => readFileSync(join(folder, name), "utf8")

const parts = ["Context", "Decision", "Alternatives", "Consequences"]
const form = new RegExp(
  `^# (\\d{4}) .+\\n\\nStatus: .+\\n\\n${parts.map((part) => `\\*\\*${part}\\.\\*\\*[^]+\\n`).join("\\n")}$`
)

/** The most words of a decision, half a page. */
const mostWords = 400

const faultOf = (name: string): ReadonlyArray<string> => {
  const text = textOf(name)
  const number = form.exec(text)?.[1]
  if (number === undefined) return [`${name}: write title, Status, Context, Decision, Alternatives, Consequences`]
  if (number !== name.slice(0, 4)) return [`${name}: the title begins with ${number}`]
  const words = text.split(/\s+/).length
  return words > mostWords ? [`${name}: ${words} words, at most ${mostWords}`] : []
}

it("every decision has the form that docs/decisions/README.md states", () => {
  assert.isAbove(names.length, 60)
  assert.deepStrictEqual(names.flatMap(faultOf), [])
})

it("docs/decisions/README.md lists every decision once", () => {
  const listed = [...textOf("README.md").matchAll(/^- \[(\d{4})\]\(([^)]+)\)/gm)]
  assert.deepStrictEqual(
    listed.map(([, number, name]) => `${number} ${name}`).toSorted(),
    names.map((name) => `${name.slice(0, 4)} ${name}`)
  )
})
