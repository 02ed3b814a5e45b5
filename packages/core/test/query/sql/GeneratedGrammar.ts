import { assert, it } from "@effect/vitest"
import { parseStatement } from "@hedgerow/core/query/sql/parse/Parser"
import createParser from "@posthog/hogql-parser"
import { Effect, Result } from "effect"
import { commonTree } from "./support/CommonTree.ts"
import { referenceTree } from "./support/ReferenceTree.ts"
import { isTree } from "./support/Trees.ts"
import { writtenStatement } from "./support/WrittenStatements.ts"

/** The reference grammar and our parser have one tree for each of so many generated statements, or both refuse it. */
export const generatedAgreement = (count: number): void => {
  it.effect(`${count} generated statements`, () =>
    Effect.map(Effect.promise(() => createParser()), (reference) => {
      for (let seed = 1; seed <= count; seed++) {
        const sql = writtenStatement(seed * 7919)
        const tree: unknown = JSON.parse(reference.parseSelect(sql, true))
        const theirs = isTree(tree) && tree["error"] === true ? "refused" : referenceTree(tree)
        const ours = Result.match(parseStatement(sql), { onFailure: () => "refused", onSuccess: commonTree })
        assert.deepStrictEqual(ours, theirs, sql)
      }
    }))
}
