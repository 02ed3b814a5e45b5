import type { Caller } from "@hedgerow/core/access/Caller"
import type { ProjectSecretKey } from "@hedgerow/core/access/ProjectSecretKey"
import { grantableOnly, isGrantableScope, scopeObjects } from "@hedgerow/core/access/Scope"
import { AllowsBoundKeys, RequiredScope, TakesProjectSecrets } from "@hedgerow/http/auth/RequiredScope"
import { Api } from "@hedgerow/http/contract/Api"
import { Context } from "effect"
import { HttpApi } from "effect/http-api"
import { acme, ann, keys, membership, other, secrets } from "./Fixtures.ts"

/** The rules of an endpoint's gate, from the contract. */
export interface GatedEndpoint {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly access: string | undefined
  readonly allowsBoundKeys: boolean
  readonly takesProjectSecrets: boolean
}

/** Every endpoint of the contract. */
export const gatedEndpoints: ReadonlyArray<GatedEndpoint> = (() => {
  const found: Array<GatedEndpoint> = []
  HttpApi.reflect(Api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint, group, mergedAnnotations }) => {
      found.push({
        name: `${group.identifier}.${endpoint.identifier}`,
        method: endpoint.method,
        path: endpoint.path,
        access: Context.get(mergedAnnotations, RequiredScope),
        allowsBoundKeys: Context.get(mergedAnnotations, AllowsBoundKeys),
        takesProjectSecrets: Context.get(mergedAnnotations, TakesProjectSecrets)
      })
    }
  })
  return found
})()

/** Every text that may stand in a key's scopes. */
export const grantableScopes: ReadonlyArray<string> = [
  "*",
  ...[...scopeObjects, ...grantableOnly].flatMap((object) => [`${object}:read`, `${object}:write`])
].filter(isGrantableScope)

const [someKey] = keys

const caller = (scopes: ReadonlyArray<string>, bounds: Partial<Caller> = {}): Caller => ({
  user: ann,
  memberships: [membership],
  scopes,
  scopedProjects: [],
  scopedOrganizations: [],
  key: someKey,
  ...bounds
})

const bindings: Readonly<Record<string, Partial<Caller>>> = {
  "bound to project 1": { scopedProjects: [1 as Caller["scopedProjects"][number]] },
  "bound to project 2": { scopedProjects: [2 as Caller["scopedProjects"][number]] },
  "bound to the organisation": { scopedOrganizations: [acme.id] },
  "bound to another organisation": { scopedOrganizations: [other.id] },
  "of no member": { memberships: [] },
  "of a host application": { key: undefined }
}

/** Callers by the value of the key they send: one for each scope, and one with all scopes for each bound. */
export const gateCallers: ReadonlyMap<string, Caller> = new Map([
  ["without scopes", caller([])],
  ...grantableScopes.map((scope) => [scope, caller([scope])] as const),
  ...Object.entries(bindings).map(([name, bounds]) => [name, caller(["*"], bounds)] as const),
  ...Object.entries(bindings).map(([name, bounds]) => [`without scopes, ${name}`, caller([], bounds)] as const)
])

/** A refusal of the gate; undefined is none. */
export type Refusal = { readonly status: number; readonly type: string; readonly code: string; readonly detail: string }

const unauthenticated = (code: string, detail: string): Refusal => ({
  status: 401,
  type: "authentication_error",
  code,
  detail
})

const denied = (detail: string): Refusal => ({
  status: 403,
  type: "authentication_error",
  code: "permission_denied",
  detail
})

const notFound = (detail: string): Refusal => ({ status: 404, type: "invalid_request", code: "not_found", detail })

const grants = (scopes: ReadonlyArray<string>, access: string): boolean => {
  const [object] = access.split(":")
  return scopes.some((scope) =>
    scope === "*" || scope === access || (access.endsWith(":read") && scope === `${object}:write`)
  )
}

const outOfOrganization = denied(`API key does not have access to the requested organization: ID ${acme.id}.`)

const ofProject = (
  project: string,
  { memberships, scopedOrganizations, scopedProjects }: Caller
): Refusal | undefined => {
  if (scopedProjects.length > 0 && !scopedProjects.map(String).includes(project)) {
    return denied(`API key does not have access to the requested project: ID ${project}.`)
  }
  if (project === "99") return notFound("Project not found.")
  if (scopedOrganizations.length > 0 && !scopedOrganizations.includes(acme.id)) return outOfOrganization
  return memberships.length === 0 ? denied("You don't have access to the project.") : undefined
}

/** The operations that create records outside of all organisations. */
const outsideOfOrganizations: ReadonlySet<string> = new Set(["organizations.create"])

const elsewhere = (
  { name, path }: GatedEndpoint,
  { memberships, scopedOrganizations, scopedProjects }: Caller
): Refusal | undefined => {
  if (scopedProjects.length > 0) {
    return denied("API keys with scoped projects are only supported on project-based endpoints.")
  }
  if (outsideOfOrganizations.has(name) && scopedOrganizations.length > 0) {
    return denied("API keys with scoped organizations cannot create organizations.")
  }
  if (!path.includes(":organization_id")) return undefined
  if (memberships.length === 0) return notFound("Organization not found.")
  return scopedOrganizations.length > 0 && !scopedOrganizations.includes(acme.id) ? outOfOrganization : undefined
}

/** The secrets that are walked, by value; `phs_4` is nobody's. */
export const gateSecrets: ReadonlyMap<string, ProjectSecretKey | undefined> = new Map(
  [...secrets, undefined].map((secret, index) => [`phs_${index + 1}`, secret])
)

const ofSecret = (
  { access = "", path, takesProjectSecrets }: GatedEndpoint,
  project: string,
  secret: ProjectSecretKey | undefined
): Refusal | undefined => {
  if (secret === undefined) {
    const detail = "Project secret API key found in request Authorization header is invalid."
    return unauthenticated("authentication_failed", detail)
  }
  if (!takesProjectSecrets) return denied("This action does not support project secret API key access")
  if (!grants(secret.scopes, access)) return denied(`API key missing required scope '${access}'`)
  return path.includes(":project_id") && project !== String(secret.project_id)
    ? denied(`API key does not have access to the requested project: ID ${project}.`)
    : undefined
}

/** The refusal that the documented rules give to a request for a project (1, or 99 which does not exist) with a key. */
export const expectedRefusal = (
  endpoint: GatedEndpoint,
  project: string,
  key: string | undefined
): Refusal | undefined => {
  const { access = "", allowsBoundKeys, path } = endpoint
  if (access === "public") return undefined
  if (key === undefined) {
    return unauthenticated("not_authenticated", "Authentication credentials were not provided.")
  }
  if (gateSecrets.has(key)) return ofSecret(endpoint, project, gateSecrets.get(key))
  const found = gateCallers.get(key)
  if (found === undefined) {
    const detail = "Personal API key found in request Authorization header is invalid."
    return unauthenticated("authentication_failed", detail)
  }
  if (access === "any key") return undefined
  if (access === "no key") {
    return found.key === undefined ? undefined : denied("This action does not support personal API key access")
  }
  if (!grants(found.scopes, access)) return denied(`API key missing required scope '${access}'`)
  if (allowsBoundKeys) return undefined
  return path.includes(":project_id") ? ofProject(project, found) : elsewhere(endpoint, found)
}

/** The path of an endpoint for a project and the caller's organisation; its other parameters are any. */
export const pathFor = ({ path }: GatedEndpoint, project: string): string =>
  path.replace(":project_id", project).replace(":organization_id", acme.id).replace(/:\w+/g, "1")
