import { assert, it } from "@effect/vitest"
import { parseStatement } from "@hedgerow/sql/parse/Parser"
import createParser from "@posthog/hogql-parser"
import { Effect, Result } from "effect"
import { commonTree } from "./support/CommonTree.ts"
import { referenceTree } from "./support/ReferenceTree.ts"
import { isTree } from "./support/Trees.ts"
import { writtenStatement } from "./support/WrittenStatements.ts"

/** A value in front of parentheses: the reference calls it as it would a function. */
const callsValue = /(?:[)\]}'\d]|\b(?:end|null|true|false)) \(/

/** The reference takes words of the grammar for names where nothing else can stand. */
const isWord = (detail: string): boolean =>
  /found "(?:and|as|between|from|group|having|is|limit|order|when|where)"/.test(detail)

/**
 * The reference grammar and our parser have one tree for each of a number of generated statements, or both refuse it, but
 * for the two differences above, which `knownDifferences` explains.
 */
export const generatedAgreement = (count: number): void => {
  it.effect(`${count} generated statements`, () =>
    Effect.map(Effect.promise(() => createParser()), (reference) => {
      let compared = 0
      for (let seed = 1; seed <= count; seed++) {
        const sql = writtenStatement(seed * 7919)
        const tree: unknown = JSON.parse(reference.parseSelect(sql, true))
        const theirs = isTree(tree) && tree["error"] === true ? "refused" : referenceTree(tree)
        const read = parseStatement(sql)
        if (callsValue.test(sql) || Result.isFailure(read) && isWord(read.failure.detail)) continue
        compared++
        assert.deepStrictEqual(Result.isFailure(read) ? "refused" : commonTree(read.success), theirs, sql)
      }
      assert.isAbove(compared, count * 0.9)
    }))
}
