import { type PersonalApiKey, personalKeysByAge } from "@hedgerow/core/access/PersonalApiKey"
import { PersonalApiKeyRepository } from "@hedgerow/core/access/PersonalApiKeyRepository"
import { type IssuedKey, PersonalApiKeys } from "@hedgerow/core/access/PersonalApiKeys"
import { Users } from "@hedgerow/core/access/Users"
import type { User } from "@hedgerow/core/identity/User"
import { personalApiKeyRecord } from "@hedgerow/http/identity/IdentityEncode"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { actingAs, actingFor, onStorage, userOf } from "./Access.ts"
import { CommandRefused } from "./CommandRefused.ts"
import { json, print, scopeCell, timeCell } from "./Printing.ts"

const user = Flag.String("user").pipe(Flag.optional, Flag.withDescription("The email of the user whose key it is"))

const issuedText = ({ key, value }: IssuedKey): string =>
  [
    `  Key     ${value}   (shown only now, keep it)`,
    `  Id      ${key.id}`,
    `  Scopes  ${key.scopes.join(", ")}`
  ].join("\n")

const create = Command.make(
  "create",
  {
    label: Flag.String("label").pipe(Flag.withDescription("What the key is for")),
    scope: Flag.String("scope").pipe(
      Flag.atLeast(1),
      Flag.withDescription("What the key may do, such as query:read; * is everything; may be given again")
    ),
    project: Flag.Int("project").pipe(
      Flag.atLeast(0),
      Flag.withDescription("A project the key is bound to; may be given again")
    ),
    organization: Flag.String("organization").pipe(
      Flag.atLeast(0),
      Flag.withDescription("The id of an organisation the key is bound to; may be given again")
    ),
    user,
    json
  },
  Effect.fnUntraced(function*({ json, label, organization, project, scope, user }) {
    const issued = yield* onStorage(Effect.gen(function*() {
      const keys = yield* PersonalApiKeys
      return yield* keys.create(yield* actingAs(user), {
        label,
        scopes: scope,
        scoped_teams: project,
        scoped_organizations: organization
      })
    }))
    yield* print(json, personalApiKeyRecord(issued.key, issued.value), issuedText(issued))
  })
).pipe(Command.withDescription("Issue a personal API key and show its value once"))

const keysOf = (owner: User) =>
  Effect.flatMap(PersonalApiKeyRepository, (keys) => keys.all(owner.id, personalKeysByAge)).pipe(
    Effect.map((keys) => keys.map((key) => ({ key, owner })))
  )

const everyKey = Effect.gen(function*() {
  const owners = yield* (yield* Users).list
  return (yield* Effect.forEach(owners, keysOf)).flat()
})

const rowOf = ({ key, owner }: { readonly key: PersonalApiKey; readonly owner: User }) => [
  key.id,
  key.label,
  owner.email,
  key.mask_value,
  key.scopes.join(", "),
  scopeCell(key.scoped_teams),
  timeCell(key.last_used_at)
]

const columns = ["id", "label", "user", "key", "scopes", "projects", "last used"]

const list = Command.make(
  "list",
  { user, json },
  Effect.fnUntraced(function*({ json, user }) {
    const found = yield* onStorage(
      Option.match(user, { onNone: () => everyKey, onSome: (email) => Effect.flatMap(userOf(email), keysOf) })
    )
    const records = found.map(({ key }) => personalApiKeyRecord(key))
    yield* print(json, records, { columns, results: found.map(rowOf) })
  })
).pipe(Command.withDescription("List personal API keys, of all users unless one is named"))

const id = Argument.String("id").pipe(Argument.withDescription("The key's id, as `key list` shows it"))

/** Does something to the key with this id as the user whose key it is. */
const asOwner = <A, E, R>(
  id: string,
  act: (
    keys: PersonalApiKeys["Service"],
    caller: Effect.Success<ReturnType<typeof actingFor>>
  ) => Effect.Effect<A, E, R>
) =>
  Effect.gen(function*() {
    const found = (yield* everyKey).find(({ key }) => key.id === id)
    if (found === undefined) return yield* new CommandRefused({ message: `There is no key ${id}.` })
    return yield* act(yield* PersonalApiKeys, yield* actingFor(found.owner))
  })

const roll = Command.make(
  "roll",
  { id, json },
  Effect.fnUntraced(function*({ id, json }) {
    const issued = yield* onStorage(asOwner(id, (keys, caller) => keys.roll(caller, id)))
    yield* print(json, personalApiKeyRecord(issued.key, issued.value), issuedText(issued))
  })
).pipe(Command.withDescription("Give a key a new value; the old one stops working"))

const revoke = Command.make(
  "revoke",
  { id, json },
  Effect.fnUntraced(function*({ id, json }) {
    yield* onStorage(asOwner(id, (keys, caller) => keys.revoke(caller, id)))
    yield* print(json, { id, revoked: true }, `Key ${id} is revoked.`)
  })
).pipe(Command.withDescription("Make a key stop working"))

/** `hedgerow key create|list|roll|revoke`: personal API keys. */
export const key = Command.make("key").pipe(
  Command.withDescription("Manage personal API keys"),
  Command.withSubcommands([create, list, roll, revoke])
)
