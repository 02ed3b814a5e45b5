import { ProjectRepository, UserRepository } from "@hedgerow/core/access/AccessRepository"
import type { Caller } from "@hedgerow/core/access/Caller"
import { Members } from "@hedgerow/core/access/Members"
import { Organizations } from "@hedgerow/core/access/Organizations"
import { PersonalApiKeys } from "@hedgerow/core/access/PersonalApiKeys"
import { ProjectAccess } from "@hedgerow/core/access/ProjectAccess"
import { Projects } from "@hedgerow/core/access/Projects"
import { ProjectSecretKeys } from "@hedgerow/core/access/ProjectSecretKeys"
import { ProjectUsage } from "@hedgerow/core/access/ProjectUsage"
import { Users } from "@hedgerow/core/access/Users"
import { AccountLinks } from "@hedgerow/core/accounts/AccountLinks"
import { LoginSessions } from "@hedgerow/core/accounts/LoginSessions"
import { Passwords } from "@hedgerow/core/accounts/passwords/Passwords"
import { SecondFactors } from "@hedgerow/core/accounts/second-factors/SecondFactors"
import { ActivityLog } from "@hedgerow/core/activity/ActivityLog"
import { DefinitionsVersions } from "@hedgerow/core/caching/DefinitionsVersions"
import { Changes } from "@hedgerow/core/entities/Changes"
import type { OrganizationId } from "@hedgerow/core/identity/Organization"
import type { User } from "@hedgerow/core/identity/User"
import { Jobs } from "@hedgerow/core/jobs/Jobs"
import { Outbox } from "@hedgerow/core/outbox/Outbox"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { readSettings } from "../config/UnknownSettings.ts"
import { withLogging } from "../observability/Logging.ts"
import { storageWithoutEvents } from "../storage/Storage.ts"
import { CommandRefused, inWords } from "./CommandRefused.ts"

const services = Layer.mergeAll(
  AccountLinks.layer,
  Members.layer,
  Organizations.layer,
  PersonalApiKeys.layer,
  Projects.layer,
  ProjectSecretKeys.layer,
  ProjectUsage.layer,
  SecondFactors.layer
).pipe(
  Layer.provide(Layer.merge(LoginSessions.layer, Passwords.layer)),
  Layer.provideMerge(Users.layer),
  Layer.provide(ProjectAccess.layer),
  Layer.provide(Changes.layer),
  Layer.provide(Layer.mergeAll(ActivityLog.layer, DefinitionsVersions.layer, Jobs.layer, Outbox.layer))
)

/** Runs a command's work on the configured storage, beside a running server too, and reports a refusal in words. */
export const onStorage = Effect.fnUntraced(
  function*<A, E, R>(work: Effect.Effect<A, E, R>) {
    const config = yield* readSettings
    const ports = Layer.provideMerge(services, storageWithoutEvents(config, "attach"))
    return yield* inWords(work).pipe(Effect.provide(ports), withLogging(config))
  }
)

/** The user with this email. */
export const userOf = (email: string) =>
  Effect.flatMap(Users, (users) => users.findByEmail(email)).pipe(
    Effect.mapError(() => new CommandRefused({ message: `There is no user ${email}.` }))
  )

const onlyUser = Effect.gen(function*() {
  const active = (yield* (yield* Users).list).filter((user) => user.is_active)
  const [first] = active
  if (first === undefined) return yield* new CommandRefused({ message: "There is no active user yet." })
  if (active.length === 1) return first
  return yield* new CommandRefused({ message: "There are several users: name one with --user." })
})

const callerOf = (user: User) =>
  Effect.flatMap(Users, (users) => users.callerOf(user.id)).pipe(
    Effect.mapError(() => new CommandRefused({ message: `The user ${user.email} is not active.` }))
  )

/** The caller of a command: the user with this email, or the only user. */
export const actingAs = (email: Option.Option<string>) =>
  Effect.flatMap(Option.match(email, { onNone: () => onlyUser, onSome: userOf }), callerOf)

/** The caller of a command on a user's own data. */
export const actingFor: (user: User) => Effect.Effect<Caller, CommandRefused, Users> = callerOf

/** Every organisation that has people, each with an owner who can act for it. */
export const owners = Effect.gen(function*() {
  const users = yield* UserRepository
  const found = new Map<OrganizationId, User>()
  for (const user of yield* users.list) {
    for (const membership of yield* users.memberships(user.id)) {
      const isBetter = membership.level === 15 && user.is_active
      if (isBetter || !found.has(membership.organization_id)) found.set(membership.organization_id, user)
    }
  }
  return found
})

/** Every project of the installation, by id. */
export const allProjects = Effect.gen(function*() {
  const projects = yield* ProjectRepository
  return yield* projects.listByOrganizations([...(yield* owners).keys()])
})
