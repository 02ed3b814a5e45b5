import { Context, DateTime, Effect, Layer, Struct } from "effect"
import { Changes } from "../entities/Changes.ts"
import { propertyFilters } from "../filters/PropertyFilterInput.ts"
import { Project, type ProjectId, type ProjectToken } from "../identity/Project.ts"
import { Jobs } from "../jobs/Jobs.ts"
import {
  choice,
  differs,
  type FieldTable,
  integer,
  number,
  readChanges,
  readFields,
  text,
  withChanges
} from "../shared/Fields.ts"
import type { InvalidInput } from "../shared/InvalidInput.ts"
import { Transaction } from "../shared/Transaction.ts"
import { makeUuid7 } from "../shared/Uuid.ts"
import { type AccessDenied, type OrganizationNotFound, ProjectNotFound } from "./AccessErrors.ts"
import { OrganizationRepository, ProjectRepository } from "./AccessRepository.ts"
import type { Caller } from "./Caller.ts"
import { makeCurrentProjectSelection } from "./CurrentProjectSelection.ts"
import { flagApprovals } from "./FlagApprovalsField.ts"
import { makeToken } from "./KeyTokens.ts"
import { requireManager } from "./ManagerAccess.ts"
import type { PeoplePorts, RemovalPorts } from "./PeoplePorts.ts"
import { ProjectAccess } from "./ProjectAccess.ts"
import { projectEntity } from "./ProjectEntity.ts"
import { makeProjectRemoval } from "./ProjectRemoval.ts"
import { enqueueNewRetention, mostRetentionDays } from "./RetentionJob.ts"
import { timeZones } from "./TimeZones.ts"

/** The fields of a project that is made or changed. */
export const projectFields = {
  name: text({ maxLength: 200 }).orElse("Default project").describe("The name that people see.", "Web shop"),
  timezone: choice(timeZones).orElse("UTC")
    .describe("The IANA name of the time zone in which days begin and end.", "Europe/Berlin"),
  week_start_day: choice([0, 1]).orElse(0).describe("0: weeks begin on Sunday. 1: on Monday.", 1),
  test_account_filters: propertyFilters.orElse([])
    .describe("Conditions that all hold for events of real users: what `filterTestAccounts` keeps.", [
      { type: "person", key: "email", operator: "not_icontains", value: "@example.com" }
    ]),
  events_retention_days: integer({ minimum: 1, maximum: mostRetentionDays }).nullable.orElse(null).describe(
    "The number of days that events are kept for, by their time. Older ones are hidden at once, and removed a day later at the earliest. null: for ever. For managers.",
    365
  ),
  events_monthly_quota: integer({ minimum: 1, maximum: 2_000_000_000 }).nullable.orElse(null).describe(
    "The most events that are stored in a calendar month (UTC); later ones of that month are dropped, and the answer to them says so in `quota_limited`. null: any number. For managers.",
    5_000_000
  ),
  events_sample_rate: number({ minimum: 0.0001, maximum: 1 }).orElse(1).describe(
    "The share of distinct ids whose events are stored: 0.1 keeps all events of one user in ten, and none of the others. For managers.",
    0.1
  ),
  flag_approvals: flagApprovals.nullable.orElse(null).describe(
    "The approvals of other members that a change of a feature flag needs: their number, and the tags of the flags that are meant; without tags, all. null: none. For managers.",
    { approvals: 1, tags: ["checkout"] }
  )
} satisfies FieldTable

/** The fields that managers decide: what is kept of the events, and who must agree to changes. */
const managed = [
  "events_retention_days",
  "events_monthly_quota",
  "events_sample_rate",
  "flag_approvals"
] as const

/** The projects a caller reaches. */
export class Projects extends Context.Service<Projects, {
  /**
   * Makes a project in an organisation (its id or `@current`) with the fields of the table; for managers. It becomes
   * the current project of every user with that current organisation who has no current project yet.
   */
  readonly create: (
    caller: Caller,
    organizationId: string,
    input: unknown
  ) => Effect.Effect<Project, AccessDenied | OrganizationNotFound | InvalidInput>
  /** By id. */
  readonly list: (caller: Caller) => Effect.Effect<ReadonlyArray<Project>>
  /** The project with this id, or the current one (`@current`). */
  readonly read: (caller: Caller, id: string) => Effect.Effect<Project, AccessDenied | ProjectNotFound>
  /** Changes the fields of a project the caller may write; what is kept of events, and who must agree to changes, is for managers. */
  readonly patch: (
    caller: Caller,
    project: Project,
    input: unknown
  ) => Effect.Effect<Project, AccessDenied | ProjectNotFound | InvalidInput>
  /** Gives the project a new token; the old one stops working. For managers. */
  readonly resetToken: (caller: Caller, project: Project) => Effect.Effect<Project, AccessDenied | ProjectNotFound>
  /**
   * Removes the project with everything that belongs to it: it is gone at once, its rows and events soon after. For
   * managers.
   */
  readonly remove: (caller: Caller, project: Project) => Effect.Effect<void, AccessDenied | ProjectNotFound>
}>()("@hedgerow/core/access/Projects") {
  static readonly layer: Layer.Layer<Projects, never, PeoplePorts | RemovalPorts> = Layer.effect(
    Projects,
    Effect.gen(function*() {
      const organizations = yield* OrganizationRepository
      const projects = yield* ProjectRepository
      const places = yield* makeCurrentProjectSelection
      const access = yield* ProjectAccess
      const jobs = yield* Jobs
      const transaction = yield* Transaction
      const { record } = yield* Changes
      const removeWhole = yield* makeProjectRemoval

      /** No user joins the organisation meanwhile: the next one who does finds the project. */
      const insert = Effect.fnUntraced(function*(caller: Caller, fields: Omit<Project, "id">) {
        yield* organizations.findForUpdate(fields.organization_id)
        const project = yield* projects.insert(fields)
        yield* places.open(project.organization_id, project.id)
        yield* record({ actor: caller.user, project }, projectEntity, { after: project })
        if (project.events_retention_days !== null) yield* enqueueNewRetention(jobs, project.id)
        return project
      })

      const create = Effect.fn("Projects.create")(function*(caller: Caller, organizationId: string, input: unknown) {
        const organization = yield* access.managed(caller, organizationId, "project:write")
        const fields = yield* readFields(projectFields, input)
        const now = yield* DateTime.now
        const project = {
          ...fields,
          uuid: yield* makeUuid7,
          organization_id: organization.id,
          api_token: (yield* makeToken("phc_")) as ProjectToken,
          created_at: now,
          updated_at: now
        }
        return yield* transaction.run(insert(caller, project))
      })

      const update = Effect.fnUntraced(function*(caller: Caller, id: ProjectId, changes: Partial<Project>) {
        const before = yield* Effect.flatMap(projects.findForUpdate(id), Effect.fromOption).pipe(
          Effect.mapError(() => new ProjectNotFound())
        )
        if (!differs(before, changes)) return before
        const after = new Project(withChanges(before, { ...changes, updated_at: yield* DateTime.now }))
        yield* projects.update(after)
        yield* record({ actor: caller.user, project: after }, projectEntity, { before, after })
        const isKeptAnew = after.events_retention_days !== before.events_retention_days
        if (isKeptAnew && after.events_retention_days !== null) yield* enqueueNewRetention(jobs, id)
        return after
      }, transaction.run)

      const list = (caller: Caller) => access.projects(caller)

      const read = (caller: Caller, id: string) => access.resolve(caller, id, "project:read")

      const patch = Effect.fn("Projects.patch")(function*(caller: Caller, project: Project, input: unknown) {
        const changes = yield* readChanges(projectFields, input)
        const isForManagers = differs(project, Struct.pick({ ...project, ...changes }, managed))
        if (isForManagers) yield* requireManager(caller, project.organization_id)
        return yield* update(caller, project.id, changes)
      })

      const resetToken = Effect.fn("Projects.resetToken")(function*(caller: Caller, project: Project) {
        yield* requireManager(caller, project.organization_id)
        return yield* update(caller, project.id, { api_token: (yield* makeToken("phc_")) as ProjectToken })
      })

      const removeNow = Effect.fnUntraced(function*(caller: Caller, { id, organization_id }: Project) {
        yield* organizations.findForUpdate(organization_id)
        const found = yield* Effect.flatMap(projects.findForUpdate(id), Effect.fromOption).pipe(
          Effect.mapError(() => new ProjectNotFound())
        )
        yield* removeWhole(caller.user, found)
      }, transaction.run)

      const remove = Effect.fn("Projects.remove")(function*(caller: Caller, project: Project) {
        yield* requireManager(caller, project.organization_id)
        yield* removeNow(caller, project)
      })

      return Projects.of({ create, list, read, patch, resetToken, remove })
    })
  )
}
