import type { Vitest } from "@effect/vitest"
import { ProjectRepository, UserRepository } from "@hedgerow/core/access/AccessRepository"
import { Membership } from "@hedgerow/core/access/Membership"
import { Users } from "@hedgerow/core/access/Users"
import { ActivityLog } from "@hedgerow/core/activity/ActivityLog"
import type { DomainServices } from "@hedgerow/core/Domain"
import type { Editing } from "@hedgerow/core/entities/Changes"
import type { Project } from "@hedgerow/core/identity/Project"
import type { Promotion } from "@hedgerow/core/promotion/Promotion"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import type { StoragePorts } from "@hedgerow/core/StoragePorts"
import { Effect } from "effect"
import { makeUser } from "../access/AccessWorld.ts"
import { makeProject, projectFields } from "../fixtures.ts"

/** The tests of a storage with all services over it. */
export type PromotionTests = Vitest.MethodsNonLive<DomainServices | StoragePorts>

/** A cohort of people with one plan. */
export const cohortBody = (name: string): JsonRecord => ({
  name,
  filters: {
    properties: {
      type: "AND",
      values: [{ type: "AND", values: [{ key: "plan", type: "person", value: "pro", operator: "exact" }] }]
    }
  }
})

/** The filters of a flag that is for a cohort. */
export const forCohort = (id: number): JsonRecord => ({
  groups: [{ properties: [{ key: "id", type: "cohort", value: id, operator: "in" }], rollout_percentage: 100 }]
})

/** Three projects of one organisation, an owner of them, and a project that is none of theirs. */
export const makeWorld = Effect.gen(function*() {
  const from = yield* makeProject
  const projects = yield* ProjectRepository
  const one = yield* projects.insert(yield* projectFields(from.organization_id))
  const two = yield* projects.insert(yield* projectFields(from.organization_id))
  const stranger = yield* makeProject
  const user = yield* makeUser
  yield* (yield* UserRepository).addMembership(
    new Membership({ organization_id: from.organization_id, user_id: user.id, level: 15 })
  )
  const caller = yield* (yield* Users).callerOf(user.id)
  const editing = (project: Project): Editing => ({ project, actor: user })
  const log = yield* ActivityLog
  const entries = (project: Project, scope: string, itemId: number | string | null | undefined) =>
    Effect.map(
      log.list({ project: project.id, scope, itemId: String(itemId) }, { limit: 100, offset: 0 }),
      ({ items }) => items.map(({ activity }) => activity)
    )
  return { from, one, two, stranger, caller, editing, entries }
})

/** What became of each record: its kind, the effect and whether it has an id. */
export const effects = ({ things }: Promotion<number | string>) =>
  things.map(({ action, id, key, type }) => [type, action, key, id !== null])

/** The fields that the promoted record itself changes. */
export const changedFields = ({ things }: Promotion<number | string>) =>
  (things.at(-1)?.changes ?? []).map(({ field }) => field)
