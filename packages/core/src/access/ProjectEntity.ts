import type { Effect } from "effect"
import { entity } from "../entities/Entity.ts"
import type { EntityRepository } from "../entities/EntityRepository.ts"
import { is, isIn } from "../entities/Where.ts"
import { Project } from "../identity/Project.ts"
import type { ProjectRepository } from "./AccessRepository.ts"

/** The entity of projects; the log masks the token. */
export const projectEntity = entity({
  name: "Project",
  table: "projects",
  model: Project,
  ids: { sequence: "projects_id_seq" },
  unique: { field: "api_token", isFreedByDeletion: false },
  activity: { scope: "Project", name: ({ name }) => name, secrets: () => ["api_token"] },
  bumps: "both"
})

/** The port of projects over the repository of their entity. */
export const projectRepository = (
  rows: EntityRepository<Project>,
  isEmpty: Effect.Effect<boolean>
): ProjectRepository["Service"] => ({
  insert: rows.create,
  find: (id) => rows.find("installation", id),
  findForUpdate: (id) => rows.findForUpdate("installation", id),
  update: rows.update,
  remove: (id) => rows.remove("installation", id),
  findByToken: (token) => rows.first("installation", { where: is("api_token", token) }),
  listByOrganizations: (ids) => rows.all("installation", { where: isIn("organization_id", ids) }),
  isEmpty
})
