import { assert, type Vitest } from "@effect/vitest"
import { ActivityLog } from "@hedgerow/core/activity/ActivityLog"
import { Cohorts } from "@hedgerow/core/cohorts/Cohorts"
import { Dashboards } from "@hedgerow/core/dashboards/Dashboards"
import type { DomainServices } from "@hedgerow/core/Domain"
import { FeatureFlags } from "@hedgerow/core/flags/FeatureFlags"
import type { StoragePorts } from "@hedgerow/core/StoragePorts"
import { Effect } from "effect"
import { editor, type VerdictWorld } from "./VerdictWorld.ts"

const onPage = { limit: 10, offset: 0 }

const when = (...properties: ReadonlyArray<object>) => ({ groups: [{ properties }] })

const inside = (id: number) => ({ type: "cohort", key: "id", value: id })
const paid = {
  type: "behavioral",
  value: "performed_event",
  key: "paid",
  event_type: "events",
  time_value: 30,
  time_interval: "day"
}

/** The records of flags: refusals in the reference's words, and what their changes leave in the log. */
export const flagRecordTests = (it: Vitest.MethodsNonLive<DomainServices | StoragePorts | VerdictWorld>): void => {
  it.effect("flags refuse conditions with the cohort and the operator that are meant", () =>
    Effect.gen(function*() {
      const [cohorts, flags, by] = [yield* Cohorts, yield* FeatureFlags, yield* editor]
      const cohort = (name: string, condition: object) => {
        const values = [{ type: "OR", values: [condition] }]
        return cohorts.create(by, { name, filters: { properties: { type: "OR", values } } })
      }
      const inner = yield* cohort("Inner", paid)
      const outer = yield* cohort("Outer", inside(inner.id))
      const person = { type: "person", key: "plan", value: ["pro"], operator: "in" }
      const refusals = [
        [when({ ...inside(outer.id), operator: "in" }), "behavioral_cohort_found", "Cohort 'Inner' with filters"],
        [when(person), "invalid_operator", "The 'in' operator is only valid for cohort properties"],
        [
          { ...when({ ...person, operator: "exact" }), aggregation_group_type_index: 0 },
          "invalid_input",
          "Filters are not valid (can only use group properties)"
        ]
      ] as const
      for (const [filters, code, message] of refusals) {
        const refused = yield* Effect.flip(flags.create(by, { key: "refused", filters }))
        assert.strictEqual(refused.issues[0].code, code)
        assert.include(refused.issues[0].message, message)
      }
      assert.lengthOf((yield* flags.list(by.project.id, { search: "refused" }, onPage)).items, 0)
    }))

  it.effect("the log of a flag has its first filters, and null before what was not there", () =>
    Effect.gen(function*() {
      const [dashboards, flags, by] = [yield* Dashboards, yield* FeatureFlags, yield* editor]
      const { id } = yield* flags.create(by, { key: "logged", _should_create_usage_dashboard: false })
      const ten = { groups: [{ rollout_percentage: 10 }] }
      yield* flags.patch(by, id, { filters: ten })
      yield* flags.createUsageDashboard(by, id)
      yield* flags.patch(by, id, { has_enriched_analytics: true })
      yield* flags.enrichUsageDashboard(by, id)
      const { items } = yield* (yield* ActivityLog).list({
        project: by.project.id,
        scopes: ["FeatureFlag"],
        itemId: String(id)
      }, onPage)
      const changes = items.flatMap(({ detail }) => detail.changes ?? [])
      assert.deepInclude(changes.find(({ field }) => field === "filters"), { before: {}, after: ten })
      assert.deepInclude(changes.find(({ field }) => field === "usage_dashboard"), { action: "created", before: null })
      const dashboard = (yield* flags.find(by.project.id, id)).usage_dashboard
      assert.lengthOf((yield* dashboards.find(by.project.id, String(dashboard))).tiles, 6)
    }))
}
