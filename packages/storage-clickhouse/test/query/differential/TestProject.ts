import { OrganizationId } from "@hedgerow/core/access/Organization"
import { Project, ProjectId, ProjectToken } from "@hedgerow/core/access/Project"
import { deriveUuid } from "@hedgerow/core/shared/Uuid"
import { DateTime, Schema } from "effect"

/** A project whose weeks begin on Monday. */
export const testProject = (id: number, timezone: string): Project =>
  new Project({
    id: ProjectId.make(id),
    uuid: deriveUuid("project"),
    organization_id: Schema.decodeUnknownSync(OrganizationId)(deriveUuid("organization")),
    name: "Test",
    api_token: ProjectToken.make("phc_test"),
    timezone,
    week_start_day: 1,
    created_at: DateTime.makeUnsafe(0),
    updated_at: DateTime.makeUnsafe(0)
  })
