import { shownText } from "@hedgerow/sql/types/ShownText"
import { Effect } from "effect"
import type { OrganizationId } from "../identity/Organization.ts"
import type { Project, ProjectId } from "../identity/Project.ts"
import type { Broken } from "../shared/Field.ts"
import { type ChangedFields, type FieldValues, idText, integer, list, text } from "../shared/Fields.ts"
import { InvalidInput } from "../shared/InvalidInput.ts"
import { grantableScopes, isGrantableScope } from "./Scope.ts"

const grantable = (scopes: ReadonlyArray<string>): Broken | undefined => {
  const unknown = scopes.find((scope) => !isGrantableScope(scope))
  return unknown === undefined ? undefined : { code: "invalid_input", message: `Invalid scope: ${shownText(unknown)}` }
}

const scopes = { maxLength: 100, distinct: true }
const ids = { maxLength: 1000, distinct: true }

/** The fields of a personal API key that is made or changed; null and [] mean "not restricted". */
export const keyFields = {
  label: text({ maxLength: 40 }).describe("The purpose of the key.", "deploy script"),
  scopes: list(text(), { nonEmpty: true, ...scopes })
    .check(grantable, { items: { type: "string", enum: grantableScopes } })
    .describe("The rights of the key; `*` is everything.", ["feature_flag:read"]),
  scoped_teams: list(integer(), ids).as<ReadonlyArray<ProjectId>>().orNull([]).orElse([])
    .describe("The ids of the projects that the key is bound to. None: it is not restricted.", []),
  scoped_organizations: list(idText(), ids).as<ReadonlyArray<OrganizationId>>().orNull([]).orElse([])
    .describe("The ids of the organizations that the key is bound to. None: it is not restricted.", [])
}
export type NewKey = FieldValues<typeof keyFields>
export type KeyChanges = ChangedFields<typeof keyFields>

/** The organisations and projects that a user reaches; their keys reach no others. */
export interface Reach {
  readonly projects: ReadonlyArray<Project>
  readonly organizations: ReadonlyArray<OrganizationId>
}

/** A key is bound to projects and organisations its user reaches, or to none. */
export const requireReach = (reach: Reach, { scoped_organizations, scoped_teams }: KeyChanges) => {
  const projects = new Set(reach.projects.map(({ id }) => id))
  if (scoped_teams?.every((id) => projects.has(id)) === false) return outOfReach("scoped_teams", "teams")
  return scoped_organizations?.every((id) => reach.organizations.includes(id)) === false
    ? outOfReach("scoped_organizations", "organizations")
    : Effect.void
}

const outOfReach = (field: string, things: string) =>
  Effect.fail(InvalidInput.at(
    [field],
    "invalid_input",
    `You must be a member of all ${things} that you are scoping the key to.`
  ))
