import { Members } from "@hedgerow/core/access/Members"
import type { MembershipLevel } from "@hedgerow/core/access/Membership"
import { Users } from "@hedgerow/core/access/Users"
import { AccountLinks } from "@hedgerow/core/accounts/AccountLinks"
import { SecondFactors } from "@hedgerow/core/accounts/second-factors/SecondFactors"
import type { User } from "@hedgerow/core/identity/User"
import { Transaction } from "@hedgerow/core/shared/Transaction"
import { userBasicRecord } from "@hedgerow/http/identity/IdentityEncode"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { localSite, siteOf } from "../config/Site.ts"
import { readSettings } from "../config/UnknownSettings.ts"
import { actingFor, onStorage, owners, userOf } from "./Access.ts"
import { CommandRefused } from "./CommandRefused.ts"
import { json, print, timeCell } from "./Printing.ts"

const emailArgument = Argument.String("email").pipe(Argument.withDescription("The user's email"))

const levels = { member: 1, admin: 8, owner: 15 } as const satisfies Record<string, MembershipLevel>

const recordOf = (user: User) => ({ ...userBasicRecord(user), is_active: user.is_active })

const organizationFlag = Flag.String("organization").pipe(
  Flag.optional,
  Flag.withDescription("The id of the organisation the user joins; the only one unless said otherwise")
)

const memberFlag = Flag.String("organization").pipe(
  Flag.optional,
  Flag.withDescription("The id of the organisation that is meant; the only one unless said otherwise")
)

const levelFlag = Flag.Literals("level", ["member", "admin", "owner"]).pipe(
  Flag.withDefault("member" as const),
  Flag.withDescription("What the user may do there")
)

/** An owner of an organisation, who acts for it: of the only one, unless one is named. */
const inviter = Effect.fnUntraced(function*(organization: Option.Option<string>) {
  const all = [...yield* owners]
  const [found, another] = Option.match(organization, {
    onNone: () => all,
    onSome: (id) => all.filter(([known]) => known === id.toLowerCase())
  })
  if (found === undefined) return yield* new CommandRefused({ message: "There is no such organisation." })
  if (another !== undefined) {
    return yield* new CommandRefused({ message: "There are several organisations: name one with --organization." })
  }
  return { organization: found[0], caller: yield* actingFor(found[1]) }
})

const create = Command.make(
  "create",
  {
    email: Flag.String("email").pipe(Flag.withDescription("What the user is known by")),
    firstName: Flag.String("first-name").pipe(Flag.withDefault("")),
    lastName: Flag.String("last-name").pipe(Flag.withDefault("")),
    organization: organizationFlag,
    level: levelFlag,
    json
  },
  Effect.fnUntraced(function*({ email, firstName, json, lastName, level, organization }) {
    const user = yield* onStorage(Effect.gen(function*() {
      const users = yield* Users
      const members = yield* Members
      const by = yield* inviter(organization)
      const transaction = yield* Transaction
      return yield* transaction.run(Effect.tap(
        users.create({ email, first_name: firstName, last_name: lastName }),
        (made) => members.enrol(by.caller, by.organization, { email: made.email, level: levels[level] })
      ))
    }))
    yield* print(json, recordOf(user), `  User id  ${user.id}\n  Email    ${user.email}`)
  })
).pipe(Command.withDescription("Make a user, who joins an organisation"))

const join = Command.make(
  "join",
  { email: emailArgument, organization: organizationFlag, level: levelFlag, json },
  Effect.fnUntraced(function*({ email, json, level, organization }) {
    const user = yield* onStorage(Effect.gen(function*() {
      const members = yield* Members
      const { user } = yield* actingFor(yield* userOf(email))
      const by = yield* inviter(organization)
      yield* members.enrol(by.caller, by.organization, { email: user.email, level: levels[level] })
      return user
    }))
    yield* print(json, recordOf(user), `The user ${user.email} is a member of the organisation.`)
  })
).pipe(Command.withDescription("Let a user join one more organisation"))

const changeLevel = Command.make(
  "level",
  {
    email: emailArgument,
    level: Argument.Literals("level", ["member", "admin", "owner"]).pipe(
      Argument.withDescription("What the user may do from then on")
    ),
    organization: memberFlag,
    json
  },
  Effect.fnUntraced(function*({ email, json, level, organization }) {
    const user = yield* onStorage(Effect.gen(function*() {
      const members = yield* Members
      const user = yield* userOf(email)
      const by = yield* inviter(organization)
      yield* members.changeLevel(by.caller, by.organization, user.uuid, { level: levels[level] })
      return user
    }))
    yield* print(json, recordOf(user), `The user ${user.email} has the level ${level} in the organisation.`)
  })
).pipe(Command.withDescription("Change what a user may do in an organisation"))

const leave = Command.make(
  "leave",
  { email: emailArgument, organization: memberFlag, json },
  Effect.fnUntraced(function*({ email, json, organization }) {
    const user = yield* onStorage(Effect.gen(function*() {
      const members = yield* Members
      const user = yield* userOf(email)
      const by = yield* inviter(organization)
      yield* members.remove(by.caller, by.organization, user.uuid)
      return user
    }))
    yield* print(json, recordOf(user), `The user ${user.email} is no member of the organisation any more.`)
  })
).pipe(Command.withDescription("Take a user out of an organisation"))

const columns = ["id", "email", "name", "active", "since"]

const rowOf = (user: User) => [
  user.id,
  user.email,
  `${user.first_name} ${user.last_name}`.trim(),
  user.is_active ? "yes" : "no",
  timeCell(user.created_at)
]

const list = Command.make(
  "list",
  { json },
  Effect.fnUntraced(function*({ json }) {
    const users = yield* onStorage(Effect.flatMap(Users, (users) => users.list))
    yield* print(json, users.map(recordOf), { columns, results: users.map(rowOf) })
  })
).pipe(Command.withDescription("List every user"))

const setActive = (name: string, active: boolean, description: string) =>
  Command.make(
    name,
    { email: emailArgument, json },
    Effect.fnUntraced(function*({ email, json }) {
      const user = yield* onStorage(Effect.gen(function*() {
        const users = yield* Users
        return yield* users.setActive((yield* userOf(email)).id, active)
      }))
      yield* print(json, recordOf(user), `The user ${user.email} is ${active ? "active" : "not active any more"}.`)
    })
  ).pipe(Command.withDescription(description))

const resetPassword = Command.make(
  "reset-password",
  { email: emailArgument, json },
  Effect.fnUntraced(function*({ email, json }) {
    const token = yield* onStorage(Effect.gen(function*() {
      const user = yield* userOf(email)
      if (!user.is_active) return yield* new CommandRefused({ message: `The user ${user.email} is not active.` })
      return yield* (yield* AccountLinks).issueReset(user)
    }))
    const { host, port, publicUrl } = yield* readSettings
    const link = `${siteOf(publicUrl, localSite(host, port))}/reset-password#${token}`
    yield* print(json, { link }, `Open this link within 24 hours to set a new password; it works once:\n${link}`)
  })
).pipe(Command.withDescription("Print a link by which a user sets a new password"))

const resetSecondFactor = Command.make(
  "reset-second-factor",
  { email: emailArgument, json },
  Effect.fnUntraced(function*({ email, json }) {
    const user = yield* onStorage(Effect.gen(function*() {
      const user = yield* userOf(email)
      const factors = yield* SecondFactors
      if (yield* factors.reset(user)) return user
      return yield* new CommandRefused({ message: `The user ${user.email} has no second factor.` })
    }))
    yield* print(
      json,
      recordOf(user),
      `The user ${user.email} signs in without a second factor until a new one is set up.`
    )
  })
).pipe(Command.withDescription("Turn a user's second factor off, for who lost the app and the backup codes"))

/** `hedgerow user create|join|level|leave|list|deactivate|activate|reset-password|reset-second-factor`. */
export const user = Command.make("user").pipe(
  Command.withDescription("Manage users"),
  Command.withSubcommands([
    create,
    join,
    changeLevel,
    leave,
    list,
    setActive("deactivate", false, "Make all keys of a user stop working"),
    setActive("activate", true, "Let a user's keys work again"),
    resetPassword,
    resetSecondFactor
  ])
)
