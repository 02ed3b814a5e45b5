import { assert, type Vitest } from "@effect/vitest"
import { CohortReferences } from "@hedgerow/core/cohorts/CohortReferences"
import { Cohorts } from "@hedgerow/core/cohorts/Cohorts"
import type { DashboardId } from "@hedgerow/core/dashboards/Dashboard"
import { DashboardReferences } from "@hedgerow/core/dashboards/DashboardReferences"
import { Dashboards } from "@hedgerow/core/dashboards/Dashboards"
import type { DomainServices } from "@hedgerow/core/Domain"
import { FeatureFlags } from "@hedgerow/core/flags/FeatureFlags"
import { FlagReferences, noUses } from "@hedgerow/core/flags/model/FlagReferences"
import type { StoragePorts } from "@hedgerow/core/StoragePorts"
import { Effect, Exit } from "effect"
import { makeUser } from "../access/AccessWorld.ts"
import { makeProject } from "../fixtures.ts"

type It = Vitest.MethodsNonLive<DomainServices | StoragePorts>

const makeWorld = Effect.gen(function*() {
  const editing = { project: yield* makeProject, actor: yield* makeUser }
  const [flags, cohorts] = [yield* FeatureFlags, yield* Cohorts]
  const onPro = { type: "AND", values: [{ key: "plan", type: "person", operator: "exact", value: "pro" }] }
  return {
    editing,
    project: editing.project.id,
    flags,
    cohorts,
    cohort: (name: string) =>
      cohorts.create(editing, { name, filters: { properties: { type: "OR", values: [onPro] } } }),
    flag: (key: string, ids: ReadonlyArray<number>, fields: object = {}) => {
      const properties = ids.map((value) => ({ key: "id", type: "cohort", operator: "in", value }))
      return flags.create(editing, { key, filters: { groups: [{ properties }] }, ...fields })
    }
  }
})

/** Tests of the references that flags make to other records. */
export const suite = (it: It): void => {
  it.effect("the flags that use a cohort are known, but for deleted ones and those of other projects", () =>
    Effect.gen(function*() {
      const { cohort, editing, flag, flags, project } = yield* makeWorld
      const there = yield* makeWorld
      const references = yield* CohortReferences
      const [pro, beta] = [yield* cohort("Pro"), yield* cohort("Beta")]
      const both = yield* flag("both", [pro.id, beta.id, pro.id])
      const one = yield* flag("one", [pro.id], { active: false })
      const gone = yield* flag("gone", [pro.id])
      yield* flags.patch(editing, gone.id, { deleted: true })
      const found = yield* references.findMany(project, [pro.id, beta.id])
      assert.deepStrictEqual(found.get(pro.id), {
        FeatureFlag: [{ id: both.id, name: "both" }, { id: one.id, name: "one" }],
        Experiment: [],
        EarlyAccessFeature: [],
        Survey: []
      })
      assert.deepStrictEqual(found.get(beta.id)?.FeatureFlag, [{ id: both.id, name: "both" }])
      assert.deepStrictEqual((yield* references.find(there.project, pro.id)).FeatureFlag, [])
      assert.strictEqual((yield* references.findMany(project, [])).size, 0)
    }))

  it.effect("the flags that use a dashboard are known, whether they made it or name it", () =>
    Effect.gen(function*() {
      const { editing, flag, flags, project } = yield* makeWorld
      const there = yield* makeWorld
      const references = yield* DashboardReferences
      const maker = yield* flag("maker", [])
      const dashboard = maker.usage_dashboard ?? (0 as DashboardId)
      const other = yield* flag("other", [], { analytics_dashboards: [dashboard] })
      const users = (of: typeof project) => Effect.map(references.find(of, dashboard), (found) => found.FeatureFlag)
      assert.deepStrictEqual(yield* users(project), [
        { id: maker.id, name: "maker" },
        { id: other.id, name: "other" }
      ])
      assert.deepStrictEqual(yield* users(there.project), [])
      yield* (yield* Dashboards).patch(editing, String(dashboard), { deleted: true })
      yield* flags.patch(editing, maker.id, { deleted: true })
      assert.deepStrictEqual(yield* users(project), [{ id: other.id, name: "other" }])
    }))

  it.effect("nothing goes by flags as long as no domain does", () =>
    Effect.gen(function*() {
      const { flag, project } = yield* makeWorld
      const { id } = yield* flag("gate", [])
      const references = yield* FlagReferences
      assert.deepStrictEqual(yield* references.find(project, id), noUses)
      assert.deepStrictEqual(yield* references.withExperiments(project), [])
    }))

  it.effect("a cohort is not deleted while a flag begins to use it", () =>
    Effect.gen(function*() {
      const { cohort, cohorts, editing, flag } = yield* makeWorld
      for (let round = 0; round < 5; round++) {
        const { id } = yield* cohort(`Cohort ${round}`)
        const exits = yield* Effect.all([
          Effect.exit(Effect.asVoid(cohorts.patch(editing, String(id), { deleted: true }))),
          Effect.exit(Effect.asVoid(flag(`flag-${round}`, [id])))
        ], { concurrency: "unbounded" })
        assert.strictEqual(exits.filter(Exit.isSuccess).length, 1)
      }
    }))
}
