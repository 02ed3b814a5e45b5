import {
  OrganizationRepository,
  PersonalApiKeyRepository,
  ProjectRepository,
  UserRepository
} from "@hedgerow/core/access/AccessRepository"
import * as ApiKeyCallers from "@hedgerow/core/access/ApiKeyCallers"
import { ProjectAccess } from "@hedgerow/core/access/ProjectAccess"
import type { CaptureRequest } from "@hedgerow/core/events/Capture"
import { DefinitionRepository } from "@hedgerow/core/events/DefinitionRepository"
import { Ingestion } from "@hedgerow/core/events/Ingestion"
import { Queries } from "@hedgerow/core/query/Queries"
import { Effect, Layer, Option } from "effect"
import { acme, ann, keys, membership, other, projects } from "./Fixtures.ts"

const organizations = [acme, other]

const accessRepositories = Layer.mergeAll(
  Layer.mock(OrganizationRepository)({
    find: (id) => Effect.succeed(Option.fromUndefinedOr(organizations.find((one) => one.id === id))),
    listByIds: (ids) => Effect.succeed(organizations.filter((one) => ids.includes(one.id)))
  }),
  Layer.mock(UserRepository)({
    find: (id) => Effect.succeed(id === ann.id ? Option.some(ann) : Option.none()),
    memberships: () => Effect.succeed([membership])
  }),
  Layer.mock(PersonalApiKeyRepository)({
    findBySecureValue: (value) =>
      Effect.succeed(Option.fromUndefinedOr(keys.find((key) => key.secure_value === value))),
    markUsed: () => Effect.void
  })
)

const projectRepository = (isEmpty: Effect.Effect<boolean>) =>
  Layer.mock(ProjectRepository)({
    find: (id) => Effect.succeed(Option.fromUndefinedOr(projects.find((one) => one.id === id))),
    listByOrganizations: (ids) => Effect.succeed(projects.filter((one) => ids.includes(one.organization_id))),
    isEmpty
  })

const definitions = Layer.mock(DefinitionRepository)({
  listEvents: (project, search, page) => {
    const names = Array.from({ length: 250 }, (_, i) => `event ${i}`).filter((name) => name.includes(search))
    const items = names.slice(page.offset, page.offset + page.limit).map((name) => ({
      id: acme.id,
      name: `${name} of ${project}`,
      created_at: 1_000_000 as never,
      last_seen_at: 1_500_000 as never
    }))
    return Effect.succeed({ items, count: names.length })
  },
  listProperties: (_, kind, search) =>
    Effect.succeed({
      items: [{ id: acme.id, kind, name: `${kind} ${search}`, property_type: "Numeric" as const }],
      count: 1
    })
})

/** What a test may decide about the services behind the API. */
export interface Behaviour {
  readonly run?: Queries["Service"]["run"]
  readonly capture?: Ingestion["Service"]["capture"]
  readonly isEmpty?: Effect.Effect<boolean>
}

/** The services the API needs: real access rules over fixed records, the rest as the test says. */
export const fakeServices = (behaviour: Behaviour) => {
  const repositories = Layer.merge(accessRepositories, projectRepository(behaviour.isEmpty ?? Effect.succeed(false)))
  return Layer.mergeAll(
    ProjectAccess.layer,
    ApiKeyCallers.layer,
    definitions,
    Layer.mock(Queries)(behaviour.run === undefined ? {} : { run: behaviour.run }),
    Layer.mock(Ingestion)(behaviour.capture === undefined ? {} : { capture: behaviour.capture })
  ).pipe(Layer.provideMerge(repositories))
}

/** Remembers what ingestion was given. */
export const recordingCapture = (seen: Array<CaptureRequest>) => (request: CaptureRequest) =>
  Effect.sync(() => {
    seen.push(request)
  })
