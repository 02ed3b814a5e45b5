import { OrganizationRepository } from "@hedgerow/core/access/AccessRepository"
import { Organizations } from "@hedgerow/core/access/Organizations"
import type { Organization } from "@hedgerow/core/identity/Organization"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { actingAs, onStorage, owners } from "./Access.ts"
import { json, print } from "./Printing.ts"

const recordOf = (organization: Organization) => ({
  id: organization.id,
  name: organization.name,
  slug: organization.slug,
  created_at: DateTime.formatIso(organization.created_at)
})

const create = Command.make(
  "create",
  {
    name: Flag.String("name").pipe(Flag.withDescription("The organisation's name")),
    user: Flag.String("user").pipe(Flag.optional, Flag.withDescription("The email of the user who will own it")),
    json
  },
  Effect.fnUntraced(function*({ json, name, user }) {
    const organization = yield* onStorage(Effect.gen(function*() {
      const organizations = yield* Organizations
      return yield* organizations.create(yield* actingAs(user), { name })
    }))
    yield* print(json, recordOf(organization), `  Organization id  ${organization.id}`)
  })
).pipe(Command.withDescription("Make an organisation; it becomes current for an owner who has no other"))

const list = Command.make(
  "list",
  { json },
  Effect.fnUntraced(function*({ json }) {
    const organizations = yield* onStorage(Effect.gen(function*() {
      const repository = yield* OrganizationRepository
      return yield* repository.listByIds([...(yield* owners).keys()])
    }))
    const results = organizations.map(({ id, name, slug }) => [id, name, slug])
    yield* print(json, organizations.map(recordOf), { columns: ["id", "name", "slug"], results })
  })
).pipe(Command.withDescription("List every organisation"))

/** `hedgerow organization create|list`. */
export const organization = Command.make("organization").pipe(
  Command.withDescription("Manage organisations"),
  Command.withSubcommands([create, list])
)
