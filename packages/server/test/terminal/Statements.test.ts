import { assert, it } from "@effect/vitest"
import { allStatements, splitStatements } from "@hedgerow/server/terminal/Statements"
import { TerminalInput } from "@hedgerow/server/terminal/TerminalInput"

it("statements end with semicolons that stand in no text, name or comment", () => {
  const cases: ReadonlyArray<readonly [text: string, statements: ReadonlyArray<string>, rest: string]> = [
    ["select 1; select 2", ["select 1"], " select 2"],
    ["select ';', 'it''s;', 'a\\';'; ", ["select ';', 'it''s;', 'a\\';'"], " "],
    ["select `a;b`, \"c;d\" -- e;f\n; select 1", ["select `a;b`, \"c;d\" -- e;f"], " select 1"],
    ["/* ; */ select 1 // ;\n, 2 # ;\n;;; ", ["/* ; */ select 1 // ;\n, 2 # ;"], " "],
    ["", [], ""]
  ]
  for (const [text, statements, rest] of cases) assert.deepStrictEqual(splitStatements(text), { statements, rest })
  assert.deepStrictEqual(allStatements("select 1;\nselect 2\n"), ["select 1", "select 2"])
  assert.deepStrictEqual(allStatements(" ;\n"), [])
})

it("a statement goes on over lines, and commands stand alone", () => {
  const input = new TerminalInput()
  assert.deepStrictEqual(input.take("select 1"), { _tag: "More" })
  assert.strictEqual(input.pending, "select 1\n")
  assert.deepStrictEqual(input.take("\\d; select 2;"), {
    _tag: "Statements",
    statements: ["select 1\n\\d", "select 2"]
  })
  assert.strictEqual(input.pending, "")
  assert.deepStrictEqual(input.take(" \\f  csv "), { _tag: "Command", name: "f", argument: "csv" })
  assert.deepStrictEqual(input.take("Exit;"), { _tag: "Command", name: "q", argument: "" })
  assert.deepStrictEqual(input.take(""), { _tag: "More" })
  input.take("select")
  input.clear()
  assert.deepStrictEqual(input.take("quit"), { _tag: "Command", name: "q", argument: "" })
})
