import { Context, DateTime, Effect, Layer, Option } from "effect"
import { ProjectRepository } from "../access/AccessRepository.ts"
import { makeToken, secureValueOf } from "../access/KeyTokens.ts"
import { ActivityLog } from "../activity/ActivityLog.ts"
import type { Dashboard, DashboardPage } from "../dashboards/Dashboard.ts"
import { DashboardNotFound } from "../dashboards/DashboardErrors.ts"
import { Dashboards } from "../dashboards/Dashboards.ts"
import { type Editing, userOf } from "../entities/Changes.ts"
import { is } from "../entities/Where.ts"
import type { Project, ProjectId } from "../identity/Project.ts"
import { readChanges } from "../shared/Fields.ts"
import type { InvalidInput } from "../shared/InvalidInput.ts"
import { Transaction } from "../shared/Transaction.ts"
import { makeUuid7 } from "../shared/Uuid.ts"
import { DashboardSharing, type DashboardSharingId } from "./DashboardSharing.ts"
import { DashboardSharingRepository } from "./DashboardSharingRepository.ts"
import { DashboardNotShared, SharedLinkUnknown } from "./SharingErrors.ts"
import { sharingFields } from "./SharingInput.ts"

/** How a dashboard is shared; nothing is kept of one that no link shows. */
export interface SharingState {
  readonly sharing: DashboardSharing | undefined
  /** The token of the link, when it was made right now: only its hash is kept. */
  readonly token?: string
}

/** A dashboard as its link shows it. */
export interface SharedDashboard {
  readonly project: Project
  readonly page: DashboardPage
}

type SharingEvent = "sharing enabled" | "sharing renewed" | "sharing disabled"

type Ports = ActivityLog | DashboardSharingRepository | Dashboards | ProjectRepository | Transaction

/** Shows dashboards by links to who is not signed in. A link is revoked by a new one, or by turning it off. */
export class DashboardSharings extends Context.Service<DashboardSharings, {
  readonly find: (project: ProjectId, dashboard: string) => Effect.Effect<SharingState, DashboardNotFound>
  /** Makes a link where `body` turns it on and there is none; removes it where `body` turns it off. */
  readonly patch: (
    by: Editing,
    dashboard: string,
    body: unknown
  ) => Effect.Effect<SharingState, DashboardNotFound | InvalidInput>
  /** Makes another link; the one before shows nothing from then on. */
  readonly renew: (
    by: Editing,
    dashboard: string
  ) => Effect.Effect<SharingState, DashboardNotFound | DashboardNotShared>
  /** The dashboard that the link with this token shows. */
  readonly open: (token: string) => Effect.Effect<SharedDashboard, SharedLinkUnknown>
}>()("@hedgerow/core/sharing/DashboardSharings") {
  static readonly layer: Layer.Layer<DashboardSharings, never, Ports> = Layer.effect(
    DashboardSharings,
    Effect.gen(function*() {
      const repository = yield* DashboardSharingRepository
      const dashboards = yield* Dashboards
      const projects = yield* ProjectRepository
      const activity = yield* ActivityLog
      const transaction = yield* Transaction

      const existing = Effect.fnUntraced(function*(project: ProjectId, id: string) {
        const { dashboard } = yield* dashboards.find(project, id)
        return dashboard.deleted ? yield* new DashboardNotFound() : dashboard
      })

      const sharingOf = ({ id, project_id }: Dashboard) =>
        Effect.map(repository.first(project_id, { where: is("dashboard_id", id) }), Option.getOrUndefined)

      const note = ({ actor, project }: Editing, what: SharingEvent, { id, name }: Dashboard) =>
        activity.record({
          organization: project.organization_id,
          project: project.id,
          actor,
          scope: "Dashboard",
          activity: what,
          itemId: String(id),
          name
        })

      const issue = Effect.fnUntraced(function*(by: Editing, { id, project_id }: Dashboard, before?: DashboardSharing) {
        const token = yield* makeToken("hgl_")
        const sharing = new DashboardSharing({
          project_id,
          id: before?.id ?? (yield* makeUuid7) as DashboardSharingId,
          dashboard_id: id,
          secure_value: secureValueOf(token),
          created_by: userOf(by),
          created_at: yield* DateTime.now
        })
        yield* before === undefined ? repository.insert(sharing) : repository.update(sharing)
        return { sharing, token }
      })

      /** Changes of a project's links are made one after the other: a dashboard has one link. */
      const held = Effect.fnUntraced(function*(by: Editing, id: string) {
        yield* repository.lock(by.project.id)
        const dashboard = yield* existing(by.project.id, id)
        return { dashboard, sharing: yield* sharingOf(dashboard) }
      })

      const patch = Effect.fnUntraced(function*(by: Editing, id: string, body: unknown) {
        const { dashboard, sharing } = yield* held(by, id)
        const { enabled = sharing !== undefined } = yield* readChanges(sharingFields, body)
        if (enabled === (sharing !== undefined)) return { sharing } satisfies SharingState
        yield* note(by, enabled ? "sharing enabled" : "sharing disabled", dashboard)
        if (sharing === undefined) return yield* issue(by, dashboard)
        yield* repository.remove(by.project.id, sharing.id)
        return { sharing: undefined } satisfies SharingState
      }, transaction.run)

      const renew = Effect.fnUntraced(function*(by: Editing, id: string) {
        const { dashboard, sharing } = yield* held(by, id)
        if (sharing === undefined) return yield* new DashboardNotShared()
        yield* note(by, "sharing renewed", dashboard)
        return yield* issue(by, dashboard, sharing)
      }, transaction.run)

      const open = Effect.fnUntraced(function*(token: string) {
        const { dashboard_id, project_id } = yield* Effect.fromOption(
          yield* repository.findBySecureValue(secureValueOf(token))
        )
        const project = yield* Effect.fromOption(yield* projects.find(project_id))
        const page = yield* dashboards.find(project_id, String(dashboard_id))
        return page.dashboard.deleted ? yield* new SharedLinkUnknown() : { project, page }
      }, Effect.mapError(() => new SharedLinkUnknown()))

      return DashboardSharings.of({
        find: Effect.fn("DashboardSharings.find")(function*(project, id) {
          return { sharing: yield* sharingOf(yield* existing(project, id)) }
        }),
        patch: Effect.fn("DashboardSharings.patch")(patch),
        renew: Effect.fn("DashboardSharings.renew")(renew),
        open: Effect.fn("DashboardSharings.open")(open)
      })
    })
  )
}
