import { ProjectRepository } from "@hedgerow/core/access/AccessRepository"
import type { OrganizationId } from "@hedgerow/core/identity/Organization"
import { Project, type ProjectId, type ProjectToken } from "@hedgerow/core/identity/Project"
import { Effect, Layer, Option, Order } from "effect"
import { MemoryDatabase } from "../database/MemoryDatabase.ts"

const byId: Order.Order<Project> = Order.mapInput(Order.Number, (project) => project.id)

/** Projects in memory. */
export const layer: Layer.Layer<ProjectRepository, never, MemoryDatabase> = Layer.effect(
  ProjectRepository,
  Effect.gen(function*() {
    const database = yield* MemoryDatabase

    const find = (id: ProjectId) => database.operation((state) => Option.fromUndefinedOr(state.projects.get(id)))

    return ProjectRepository.of({
      insert: Effect.fn("ProjectRepository.insert")((fields: Omit<Project, "id">) =>
        database.operation((state) => {
          if (state.projectIdsByToken.has(fields.api_token)) throw new Error("The project token is taken")
          const project = new Project({ ...fields, id: state.nextId("project") as ProjectId })
          state.projects.set(project.id, project)
          state.projectIdsByToken.set(project.api_token, project.id)
          return project
        })
      ),
      find: Effect.fn("ProjectRepository.find")(find),
      // A transaction has the whole database to itself.
      findForUpdate: Effect.fn("ProjectRepository.findForUpdate")(find),
      update: Effect.fn("ProjectRepository.update")((project: Project) =>
        database.operation((state) => {
          const before = state.projects.get(project.id)
          if (before === undefined) return
          const owner = state.projectIdsByToken.get(project.api_token)
          if (owner !== undefined && owner !== project.id) throw new Error("The project token is taken")
          state.projectIdsByToken.delete(before.api_token)
          state.projectIdsByToken.set(project.api_token, project.id)
          state.projects.set(project.id, project)
        })
      ),
      findByToken: Effect.fn("ProjectRepository.findByToken")((token: ProjectToken) =>
        database.operation((state) => {
          const id = state.projectIdsByToken.get(token)
          return Option.fromUndefinedOr(id === undefined ? undefined : state.projects.get(id))
        })
      ),
      listByOrganizations: Effect.fn("ProjectRepository.listByOrganizations")((
        ids: ReadonlyArray<OrganizationId>
      ) =>
        database.operation((state) => {
          const wanted = new Set(ids)
          return [...state.projects.values()].filter((project) => wanted.has(project.organization_id)).toSorted(byId)
        })
      ),
      isEmpty: database.operation((state) => state.projects.size === 0)
    })
  })
)
