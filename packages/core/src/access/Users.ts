import { Context, DateTime, Effect, Layer, Option } from "effect"
import type { ActivityLog } from "../activity/ActivityLog.ts"
import { DefinitionsVersions } from "../caching/DefinitionsVersions.ts"
import type { OrganizationId } from "../identity/Organization.ts"
import type { ProjectId } from "../identity/Project.ts"
import { User, type UserId } from "../identity/User.ts"
import type { Broken } from "../shared/Field.ts"
import {
  boolean,
  differs,
  type FieldTable,
  idText,
  integer,
  readChanges,
  readFields,
  text,
  withChanges
} from "../shared/Fields.ts"
import { beyondSchema } from "../shared/FieldSchema.ts"
import { InvalidInput } from "../shared/InvalidInput.ts"
import { shownValue } from "../shared/ShownValue.ts"
import { Transaction } from "../shared/Transaction.ts"
import { makeUuid7 } from "../shared/Uuid.ts"
import { UserNotFound } from "./AccessErrors.ts"
import { OrganizationRepository, ProjectRepository, UserRepository } from "./AccessRepository.ts"
import type { Caller } from "./Caller.ts"
import { hasOwnerWithout } from "./MemberRules.ts"
import { reachableOrganizations } from "./ProjectAccess.ts"
import { makeUserActivity } from "./UserActivity.ts"

const emailForm = (email: string): Broken | undefined =>
  /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(email)
    ? undefined
    : { code: "invalid_input", message: "Enter a valid email address." }

/** A first or last name. */
export const nameField = text({ maxLength: 150, blank: true })

/** The email of a new user. */
export const emailField = text({ maxLength: 254 }).check(emailForm, beyondSchema)

const userFields = {
  email: emailField,
  first_name: nameField.orElse(""),
  last_name: nameField.orElse(""),
  is_email_verified: boolean().orElse(false)
} satisfies FieldTable

/** The fields that users change of themselves. */
export const profileFields = {
  first_name: nameField.describe("The first name.", "Ada"),
  last_name: nameField.describe("The last name.", "Lovelace"),
  set_current_organization: idText().as<OrganizationId>()
    .describe("The id of the organization that `@current` is from now on.", "0190d3a5-0000-7000-8000-000000000001"),
  set_current_team: integer().as<ProjectId>()
    .describe("The id of the project that `@current` is from now on.", 1)
} satisfies FieldTable

const emailTaken = InvalidInput.at(["email"], "unique", "There is already a user with this email address.")

const doesNotExist = (field: string, id: string | number) =>
  InvalidInput.at([field], "does_not_exist", `Object with id ${shownValue(id)} does not exist.`)

const lastOwner = (organization: string) =>
  InvalidInput.at(
    [],
    "invalid_input",
    `This user is the last active owner of the organization "${organization}". Make another member an owner first.`
  )

/** The people of the installation. */
export class Users extends Context.Service<Users, {
  /** Adds a user, who belongs to no organisation yet: `email`, `first_name`, `last_name`, `is_email_verified`. */
  readonly create: (input: unknown) => Effect.Effect<User, InvalidInput>
  /** By id. */
  readonly list: Effect.Effect<ReadonlyArray<User>>
  /** The user with this email, in any letter case. */
  readonly findByEmail: (email: string) => Effect.Effect<User, UserNotFound>
  /** The keys of a user who is not active are refused, and their sessions and links end. The last active owner of an organisation stays active. */
  readonly setActive: (id: UserId, active: boolean) => Effect.Effect<User, UserNotFound | InvalidInput>
  /**
   * Changes the caller's own names, and what is current: `set_current_organization`, `set_current_team`, out of what the
   * caller reaches.
   */
  readonly patchMe: (caller: Caller, input: unknown) => Effect.Effect<User, InvalidInput>
  /** The active user as a caller without a key, for a host application's own login or an operator. */
  readonly callerOf: (id: UserId) => Effect.Effect<Caller, UserNotFound>
}>()("@hedgerow/core/access/Users") {
  static readonly layer: Layer.Layer<
    Users,
    never,
    ActivityLog | DefinitionsVersions | OrganizationRepository | ProjectRepository | Transaction | UserRepository
  > = Layer.effect(
    Users,
    Effect.gen(function*() {
      const users = yield* UserRepository
      const organizations = yield* OrganizationRepository
      const projects = yield* ProjectRepository
      const transaction = yield* Transaction
      const record = yield* makeUserActivity
      const versions = yield* DefinitionsVersions

      const found = (user: Option.Option<User>): Effect.Effect<User, UserNotFound> =>
        Effect.mapError(Effect.fromOption(user), () => new UserNotFound())

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
        return yield* users.insert(user).pipe(
          Effect.tap(versions.bump("installation")),
          transaction.run,
          Effect.mapError(() => emailTaken)
        )
      })

      const findByEmail = Effect.fn("Users.findByEmail")((email: string) =>
        Effect.flatMap(users.findByEmail(email), found)
      )

      const update = Effect.fnUntraced(function*(actor: User | "system", id: UserId, changes: Partial<User>) {
        const before = yield* Effect.flatMap(users.findForUpdate(id), found)
        if (!differs(before, changes)) return before
        const after = new User(withChanges(before, changes))
        yield* users.update(after)
        yield* users.setCurrent(id, after.current_organization_id, after.current_project_id)
        yield* record(actor, before, after)
        yield* versions.bump("installation")
        return after
      })

      /** Organisations first, and in one order, as every change of their people locks them. */
      const requireOwnersLeft = Effect.fnUntraced(function*(id: UserId) {
        const owned = (yield* users.memberships(id)).filter(({ level }) => level === 15)
        for (const organization of owned.map((membership) => membership.organization_id).toSorted()) {
          const found = Option.getOrUndefined(yield* organizations.findForUpdate(organization))
          const members = yield* users.members(organization)
          const member = members.find(({ level, user }) => user.id === id && level === 15)
          if (found === undefined || member === undefined || !member.user.is_active) continue
          if (!hasOwnerWithout(members, member.user)) return yield* lastOwner(found.name)
        }
      })

      const setActive = Effect.fn("Users.setActive")(function*(id: UserId, active: boolean) {
        if (!active) yield* requireOwnersLeft(id)
        return yield* update("system", id, { is_active: active })
      }, transaction.run)

      /** The next current ones: a team brings its organisation along, an organisation the first of its projects. */
      const currentOf = Effect.fnUntraced(
        function*(caller: Caller, organization: OrganizationId | undefined, team: ProjectId | undefined) {
          const reachable = reachableOrganizations(caller)
          if (organization !== undefined && !reachable.includes(organization)) {
            return yield* doesNotExist("set_current_organization", organization)
          }
          const known = yield* projects.listByOrganizations(organization === undefined ? reachable : [organization])
          const project = team === undefined ? known[0] : known.find(({ id }) => id === team)
          if (team !== undefined && project === undefined) return yield* doesNotExist("set_current_team", team)
          return {
            current_organization_id: organization ?? project?.organization_id ?? null,
            current_project_id: project?.id ?? null
          }
        }
      )

      const patchMe = Effect.fn("Users.patchMe")(function*(caller: Caller, input: unknown) {
        const { set_current_organization: organization, set_current_team: team, ...names } = yield* readChanges(
          profileFields,
          input
        )
        const moves = organization !== undefined || team !== undefined
        const current = moves ? yield* currentOf(caller, organization, team) : {}
        return yield* transaction.run(Effect.orDie(update(caller.user, caller.user.id, { ...names, ...current })))
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
