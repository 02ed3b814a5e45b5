import { assert, describe, it } from "@effect/vitest"
import { parseStatement } from "@hedgerow/sql/parse/Parser"
import createParser from "@posthog/hogql-parser"
import { Result } from "effect"
import { commonTree } from "./support/CommonTree.ts"
import { agreed, knownDifferences } from "./support/Corpus.ts"
import { moreStatements } from "./support/MoreStatements.ts"
import { referenceTree } from "./support/ReferenceTree.ts"
import { isTree } from "./support/Trees.ts"

const reference = await createParser()

interface Verdict {
  readonly ours: unknown
  readonly theirs: unknown
}

const refused = "refused"

/** The two trees in common terms, or that a parser refused the statement. */
const judge = (sql: string): Verdict => {
  const tree: unknown = JSON.parse(reference.parseSelect(sql, true))
  return {
    ours: Result.match(parseStatement(sql), { onFailure: () => refused, onSuccess: commonTree }),
    theirs: isTree(tree) && tree["error"] === true ? refused : referenceTree(tree)
  }
}

const listed = new Set(knownDifferences.map(({ sql }) => sql))

describe("the reference grammar and our parser agree on", () => {
  for (const sql of new Set([...agreed, ...moreStatements.filter((sql) => !listed.has(sql))])) {
    it(sql, () => {
      const { ours, theirs } = judge(sql)
      assert.deepStrictEqual(ours, theirs)
    })
  }
})

describe("the reference grammar and our parser differ on", () => {
  for (const { ours: verdict, sql, why } of knownDifferences) {
    it(`${sql}: ${why}`, () => {
      const { ours, theirs } = judge(sql)
      assert.notDeepEqual(ours, theirs)
      assert.strictEqual(ours === refused ? "refuses" : theirs === refused ? "accepts" : "other tree", verdict)
    })
  }
})
