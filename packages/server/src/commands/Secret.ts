import { type ProjectSecretKey, secretKeysByAge, secretKeyScopes } from "@hedgerow/core/access/ProjectSecretKey"
import { ProjectSecretKeyRepository } from "@hedgerow/core/access/ProjectSecretKeyRepository"
import { type IssuedSecret, ProjectSecretKeys, type SecretEditing } from "@hedgerow/core/access/ProjectSecretKeys"
import { Users } from "@hedgerow/core/access/Users"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { projectSecretKeyRecord } from "@hedgerow/http/identity/IdentityEncode"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { actingFor, allProjects, onStorage, owners } from "./Access.ts"
import { CommandRefused } from "./CommandRefused.ts"
import { json, print, timeCell } from "./Printing.ts"

const issuedText = ({ key, value }: IssuedSecret): string =>
  [
    `  Secret   ${value}   (shown only now, keep it)`,
    `  Id       ${key.id}`,
    `  Project  ${key.project_id}`,
    `  Scopes   ${key.scopes.join(", ")}`
  ].join("\n")

const recordOf = Effect.gen(function*() {
  const people = yield* (yield* Users).list
  return projectSecretKeyRecord(new Map(people.map((user) => [user.id, user])))
})

/** The project, and an owner of its organisation who acts in it. */
const editing = Effect.fnUntraced(function*(id: number) {
  const project = (yield* allProjects).find((one) => one.id === id)
  const owner = project && (yield* owners).get(project.organization_id)
  if (project === undefined || owner === undefined) {
    return yield* new CommandRefused({ message: `There is no project ${id}.` })
  }
  return { project, caller: yield* actingFor(owner) } satisfies SecretEditing
})

const create = Command.make(
  "create",
  {
    project: Flag.Int("project").pipe(Flag.withDescription("The project whose secret it is")),
    label: Flag.String("label").pipe(Flag.withDescription("What the secret is for")),
    scope: Flag.String("scope").pipe(
      Flag.atLeast(0),
      Flag.withDescription(`What the secret may do; ${secretKeyScopes.join(", ")} unless given`)
    ),
    json
  },
  Effect.fnUntraced(function*({ json, label, project, scope }) {
    const { issued, record } = yield* onStorage(Effect.gen(function*() {
      const secrets = yield* ProjectSecretKeys
      const scopes = scope.length === 0 ? secretKeyScopes : scope
      return { issued: yield* secrets.create(yield* editing(project), { label, scopes }), record: yield* recordOf }
    }))
    yield* print(json, record(issued.key, issued.value), issuedText(issued))
  })
).pipe(Command.withDescription("Issue a project's secret API key and show its value once"))

const secretsOf = (project: ProjectId) =>
  Effect.flatMap(ProjectSecretKeyRepository, (secrets) => secrets.all(project, secretKeysByAge))

const every = Effect.gen(function*() {
  const projects = yield* allProjects
  return (yield* Effect.forEach(projects, ({ id }) => secretsOf(id))).flat()
})

const rowOf = (key: ProjectSecretKey) => [
  key.id,
  key.label,
  key.project_id,
  key.mask_value,
  key.scopes.join(", "),
  timeCell(key.last_used_at)
]

const columns = ["id", "label", "project", "secret", "scopes", "last used"]

const list = Command.make(
  "list",
  {
    project: Flag.Int("project").pipe(Flag.optional, Flag.withDescription("The project whose secrets are meant")),
    json
  },
  Effect.fnUntraced(function*({ json, project }) {
    const { found, record } = yield* onStorage(Effect.gen(function*() {
      const found = yield* every
      return {
        found: Option.match(project, {
          onNone: () => found,
          onSome: (id) => found.filter(({ project_id }) => project_id === id)
        }),
        record: yield* recordOf
      }
    }))
    yield* print(json, found.map((key) => record(key)), { columns, results: found.map(rowOf) })
  })
).pipe(Command.withDescription("List secret API keys, of all projects unless one is named"))

const id = Argument.String("id").pipe(Argument.withDescription("The secret's id, as `secret list` shows it"))

/** Does something to the secret with this id as an owner of its organisation. */
const asOwner = <A, E, R>(
  id: string,
  act: (secrets: ProjectSecretKeys["Service"], at: SecretEditing) => Effect.Effect<A, E, R>
) =>
  Effect.gen(function*() {
    const found = (yield* every).find((key) => key.id === id)
    if (found === undefined) return yield* new CommandRefused({ message: `There is no secret ${id}.` })
    return yield* act(yield* ProjectSecretKeys, yield* editing(found.project_id))
  })

const roll = Command.make(
  "roll",
  { id, json },
  Effect.fnUntraced(function*({ id, json }) {
    const { issued, record } = yield* onStorage(Effect.gen(function*() {
      return { issued: yield* asOwner(id, (secrets, at) => secrets.roll(at, id)), record: yield* recordOf }
    }))
    yield* print(json, record(issued.key, issued.value), issuedText(issued))
  })
).pipe(Command.withDescription("Give a secret a new value; the old one stops working"))

const revoke = Command.make(
  "revoke",
  { id, json },
  Effect.fnUntraced(function*({ id, json }) {
    yield* onStorage(asOwner(id, (secrets, at) => secrets.revoke(at, id)))
    yield* print(json, { id, revoked: true }, `Secret ${id} is revoked.`)
  })
).pipe(Command.withDescription("Make a secret stop working"))

/** `hedgerow secret create|list|roll|revoke`: secret API keys of projects. */
export const secret = Command.make("secret").pipe(
  Command.withDescription("Manage secret API keys of projects"),
  Command.withSubcommands([create, list, roll, revoke])
)
