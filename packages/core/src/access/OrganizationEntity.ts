import type { Recording } from "../entities/Changes.ts"
import { entity } from "../entities/Entity.ts"
import type { EntityQuery, EntityRepository } from "../entities/EntityRepository.ts"
import { isIn } from "../entities/Where.ts"
import { Organization } from "../identity/Organization.ts"
import type { OrganizationRepository } from "./AccessRepository.ts"

/** The entity of organisations. */
export const organizationEntity = entity({
  name: "Organization",
  table: "organizations",
  model: Organization,
  ids: "uuid",
  activity: { scope: "Organization", name: ({ name }) => name },
  bumps: "installation"
})

/** A change of an organisation itself: its own log has it, and no project's. */
export const editingOrganization = (actor: Recording["actor"], { id }: Organization): Recording => ({
  actor,
  project: { id: null, organization_id: id }
})

const oldestFirst: EntityQuery<Organization>["order"] = [{ field: "created_at", isDescending: false }]

/** The port of organisations over the repository of their entity. */
export const organizationRepository = (rows: EntityRepository<Organization>): OrganizationRepository["Service"] => ({
  insert: rows.insert,
  find: (id) => rows.find("installation", id),
  findForUpdate: (id) => rows.findForUpdate("installation", id),
  update: rows.update,
  remove: (id) => rows.remove("installation", id),
  listByIds: (ids) => rows.all("installation", { where: isIn("id", ids), order: oldestFirst })
})
