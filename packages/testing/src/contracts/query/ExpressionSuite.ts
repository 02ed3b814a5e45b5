import { assert } from "@effect/vitest"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { Person } from "@hedgerow/core/persons/Person"
import { QueryEngine } from "@hedgerow/core/query/QueryEngine"
import { deriveUuid } from "@hedgerow/core/shared/Uuid"
import type { Expr, Source } from "@hedgerow/sql/plan/Plan"
import { Duration, Effect } from "effect"
import { lift, type Store } from "./ColumnForm.ts"
import { type CaseGroup, type ExpressionCase, isSameCell, showCell } from "./ExpressionCase.ts"
import { micros, property, scan, select } from "./PlanBuilder.ts"
import { type SeedRows, SeedTables } from "./SeedTables.ts"

const options = { timeout: Duration.minutes(1) }
const createdAt = micros("2024-05-01T12:00:00")

/** The cases as they stand, and how to run a list of their expressions. */
interface Form {
  readonly cases: ReadonlyArray<ExpressionCase>
  readonly from: Source | undefined
}

/** The group with every literal stored as a property of one person of the project. */
const columnForm = (group: CaseGroup, project: ProjectId): { readonly form: Form; readonly rows: SeedRows } => {
  const properties: Record<string, string> = {}
  const store: Store = (value) => {
    const key = value === undefined ? "absent" : `v${Object.keys(properties).length}`
    if (value !== undefined) properties[key] = value
    return property("p", "persons", "properties", key)
  }
  const cases = group.cases.map((one) => ({ ...one, expr: lift(one.expr, store) }))
  const person = new Person({
    project_id: project,
    id: deriveUuid(project, "values"),
    created_at: createdAt as Person["created_at"],
    properties,
    is_identified: false,
    version: 1
  })
  return { form: { cases, from: scan("persons", project, "p") }, rows: { persons: [person] } }
}

const evaluate = Effect.fnUntraced(function*(form: Form, exprs: ReadonlyArray<Expr>) {
  const engine = yield* QueryEngine
  const { rows } = yield* engine.run(select(exprs, { from: form.from }), options)
  assert.strictEqual(rows.length, 1)
  return rows[0] ?? []
})

/** The faults of the group, a line for each case. */
const faults = Effect.fnUntraced(function*(form: Form) {
  const row = yield* evaluate(form, form.cases.map(({ expr }) => expr))
  return form.cases.flatMap(({ cell, expr, name }, i) => {
    const actual = row[i]
    if (actual === undefined || !isSameCell(cell, actual)) {
      return [`${name}: expected ${showCell(cell)}, got ${showCell(actual)}`]
    }
    return cell === null && !expr.type.nullable ? [`${name}: NULL, which its type does not have`] : []
  })
})

/** Every case of the group, with literals. */
export const checkLiterals = Effect.fnUntraced(function*(group: CaseGroup) {
  assert.deepStrictEqual(yield* faults({ cases: group.cases, from: undefined }), [])
})

/** Every case of the group, with its values read from a table. */
export const checkColumns = Effect.fnUntraced(function*(group: CaseGroup, project: ProjectId) {
  const { form, rows } = columnForm(group, project)
  const tables = yield* SeedTables
  yield* tables.seed(project, rows)
  assert.deepStrictEqual(yield* faults(form), [])
})
