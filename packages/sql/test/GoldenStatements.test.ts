import { assert, describe, it } from "@effect/vitest"
import { parseStatement } from "@hedgerow/sql/parse/Parser"
import { printStatement } from "@hedgerow/sql/print/Printer"
import { Result } from "effect"
import { agreed, knownDifferences } from "./support/Corpus.ts"
import { desugared } from "./support/Desugared.ts"
import { moreStatements } from "./support/MoreStatements.ts"
import { treeText } from "./support/Trees.ts"

const statements = [...new Set([...agreed, ...knownDifferences.map(({ sql }) => sql), ...moreStatements])]

/** The tree of a statement, or the place and the text of its mistake. */
const verdict = (sql: string): string =>
  Result.match(parseStatement(sql), {
    onFailure: ({ detail, end, start }) => `✗ ${start}-${end} ${detail}`,
    onSuccess: (statement) => `✓ ${treeText(statement)}`
  })

describe("statements", () => {
  it("are six hundred and more", () => {
    assert.isAbove(statements.length, 600)
  })

  it("have the trees and the places of mistakes that they had", ({ expect }) => {
    const text = statements.map((sql) => `${sql}\n  ${verdict(sql)}\n`).join("")
    return expect(text).toMatchFileSnapshot("./golden/statements.txt")
  })

  it("that are printed and read again are the same", () => {
    for (const sql of statements) {
      const read = parseStatement(sql)
      if (Result.isFailure(read)) continue
      const again = Result.getOrThrow(parseStatement(printStatement(read.success)))
      assert.deepStrictEqual(desugared(again), desugared(read.success), sql)
    }
  })
})
