import { Context, DateTime, Effect, Layer, type Option, Struct } from "effect"
import { ActivityLog } from "../activity/ActivityLog.ts"
import { DefinitionsVersions } from "../caching/DefinitionsVersions.ts"
import type { Broken } from "../shared/Field.ts"
import { boolean, type FieldTable, integer, readChanges, readFields, text, withChanges } from "../shared/Fields.ts"
import { InvalidInput } from "../shared/InvalidInput.ts"
import { Transaction } from "../shared/Transaction.ts"
import { makeUuid7 } from "../shared/Uuid.ts"
import { UserNotFound } from "./AccessErrors.ts"
import { ProjectRepository, UserRepository } from "./AccessRepository.ts"
import type { Caller } from "./Caller.ts"
import { levelIn } from "./Membership.ts"
import type { OrganizationId } from "./Organization.ts"
import type { ProjectId } from "./Project.ts"
import { User, type UserId } from "./User.ts"

const emailForm = (email: string): Broken | undefined =>
  /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(email)
    ? undefined
    : { code: "invalid_input", message: "Enter a valid email address." }

const nameField = text({ maxLength: 150, blank: true })

const userFields = {
  email: text({ maxLength: 254 }).check(emailForm),
  first_name: nameField.orElse(""),
  last_name: nameField.orElse(""),
  is_email_verified: boolean().orElse(false)
} satisfies FieldTable

const profileFields = {
  first_name: nameField,
  last_name: nameField,
  set_current_organization: text().as<OrganizationId>(),
  set_current_team: integer().as<ProjectId>()
} satisfies FieldTable

const emailTaken = InvalidInput.at(["email"], "unique", "There is already a user with this email address.")

const doesNotExist = (field: string, id: string | number) =>
  InvalidInput.at([field], "does_not_exist", `Object with id ${id} does not exist.`)

/** What the activity log compares. */
const recordOf = (user: User) => Struct.pick(user, ["first_name", "last_name", "email", "is_active"])

/** The people of the installation. */
export class Users extends Context.Service<Users, {
  /** Adds a user, who belongs to no organisation yet: `email`, `first_name`, `last_name`, `is_email_verified`. */
  readonly create: (input: unknown) => Effect.Effect<User, InvalidInput>
  /** By id. */
  readonly list: Effect.Effect<ReadonlyArray<User>>
  /** The user with this email, whatever the case of its letters. */
  readonly findByEmail: (email: string) => Effect.Effect<User, UserNotFound>
  /** The keys of a user who is not active are refused. */
  readonly setActive: (id: UserId, active: boolean) => Effect.Effect<User, UserNotFound>
  /** Changes the caller's own names, and what is current: `set_current_organization`, `set_current_team`. */
  readonly patchMe: (caller: Caller, input: unknown) => Effect.Effect<User, InvalidInput>
  /** The active user as a caller without a key: what a host application's own login, or an operator, acts as. */
  readonly callerOf: (id: UserId) => Effect.Effect<Caller, UserNotFound>
}>()("@hedgerow/core/access/Users") {
  static readonly layer: Layer.Layer<
    Users,
    never,
    ActivityLog | DefinitionsVersions | ProjectRepository | Transaction | UserRepository
  > = Layer.effect(
    Users,
    Effect.gen(function*() {
      const users = yield* UserRepository
      const projects = yield* ProjectRepository
      const transaction = yield* Transaction
      const activity = yield* ActivityLog
      const versions = yield* DefinitionsVersions

      const found = (user: Option.Option<User>): Effect.Effect<User, UserNotFound> =>
        Effect.mapError(Effect.fromOption(user), () => new UserNotFound())

      const change = <A, E>(effect: Effect.Effect<A, E>): Effect.Effect<A, E> =>
        transaction.run(Effect.tap(effect, versions.bump("installation")))

      const create = Effect.fn("Users.create")(function*(input: unknown) {
        const fields = yield* readFields(userFields, input)
        const uuid = yield* makeUuid7
        const user = {
          ...fields,
          uuid,
          distinct_id: uuid,
          is_active: true,
          role_at_organization: "",
          current_organization_id: null,
          current_project_id: null,
          created_at: yield* DateTime.now
        }
        return yield* change(users.insert(user)).pipe(Effect.mapError(() => emailTaken))
      })

      const findByEmail = Effect.fn("Users.findByEmail")((email: string) =>
        Effect.flatMap(users.findByEmail(email), found)
      )

      /** Every organisation of the user is told. */
      const record = Effect.fnUntraced(function*(actor: User | "system", before: User, after: User) {
        yield* Effect.forEach(yield* users.memberships(after.id), ({ organization_id }) =>
          activity.record({
            organization: organization_id,
            project: null,
            actor,
            scope: "User",
            activity: "updated",
            itemId: after.uuid,
            name: after.email,
            before: recordOf(before),
            after: recordOf(after)
          }), { discard: true })
      })

      const update = Effect.fnUntraced(function*(actor: User | "system", id: UserId, changes: Partial<User>) {
        const before = yield* Effect.flatMap(users.findForUpdate(id), found)
        const after = new User(withChanges(before, changes))
        yield* users.update(after)
        yield* record(actor, before, after)
        return after
      })

      const setActive = Effect.fn("Users.setActive")((id: UserId, active: boolean) =>
        change(update("system", id, { is_active: active }))
      )

      /** What shall be current: a team brings its organisation along, an organisation the first of its projects. */
      const currentOf = Effect.fnUntraced(
        function*({ memberships }: Caller, organization: OrganizationId | undefined, team: ProjectId | undefined) {
          if (organization !== undefined && levelIn(memberships, organization) === undefined) {
            return yield* doesNotExist("set_current_organization", organization)
          }
          const reachable = memberships.map((membership) => membership.organization_id)
          const known = yield* projects.listByOrganizations(organization === undefined ? reachable : [organization])
          const project = team === undefined ? known[0] : known.find(({ id }) => id === team)
          if (team !== undefined && project === undefined) return yield* doesNotExist("set_current_team", team)
          return { organization: organization ?? project?.organization_id ?? null, project: project?.id ?? null }
        }
      )

      const patchMe = Effect.fn("Users.patchMe")(function*(caller: Caller, input: unknown) {
        const { set_current_organization: organization, set_current_team: team, ...names } = yield* readChanges(
          profileFields,
          input
        )
        const moves = organization !== undefined || team !== undefined
        const current = moves ? yield* currentOf(caller, organization, team) : undefined
        return yield* change(Effect.gen(function*() {
          const user = yield* Effect.orDie(update(caller.user, caller.user.id, names))
          if (current === undefined) return user
          yield* users.setCurrent(user.id, current.organization, current.project)
          return new User(
            withChanges(user, { current_organization_id: current.organization, current_project_id: current.project })
          )
        }))
      })

      const callerOf = Effect.fn("Users.callerOf")(function*(id: UserId) {
        const user = yield* Effect.flatMap(users.find(id), found)
        if (!user.is_active) return yield* new UserNotFound()
        const caller: Caller = {
          user,
          memberships: yield* users.memberships(id),
          scopes: ["*"],
          scopedProjects: [],
          scopedOrganizations: [],
          key: undefined
        }
        return caller
      })

      return Users.of({ create, list: users.list, findByEmail, setActive, patchMe, callerOf })
    })
  )
}
