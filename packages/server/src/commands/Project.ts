import { Projects } from "@hedgerow/core/access/Projects"
import { ProjectUsage } from "@hedgerow/core/access/ProjectUsage"
import type { Project } from "@hedgerow/core/identity/Project"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Console from "effect/Console"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { Terminal } from "effect/Terminal"
import { actingAs, allProjects, onStorage } from "./Access.ts"
import { CommandRefused } from "./CommandRefused.ts"
import { json, print } from "./Printing.ts"

const recordOf = (project: Project) => ({
  id: project.id,
  uuid: project.uuid,
  organization: project.organization_id,
  name: project.name,
  api_token: project.api_token,
  timezone: project.timezone,
  week_start_day: project.week_start_day,
  events_retention_days: project.events_retention_days,
  events_monthly_quota: project.events_monthly_quota,
  events_sample_rate: project.events_sample_rate,
  flag_approvals: project.flag_approvals,
  created_at: DateTime.formatIso(project.created_at)
})

const createdText = (project: Project): string =>
  [`  Project id     ${project.id}`, `  Project token  ${project.api_token}   (for SDKs)`].join("\n")

const create = Command.make(
  "create",
  {
    name: Flag.String("name").pipe(Flag.withDescription("The project's name")),
    timezone: Flag.String("timezone").pipe(
      Flag.withDefault("UTC"),
      Flag.withDescription("The time zone of its days, such as Europe/Berlin")
    ),
    organization: Flag.String("organization").pipe(
      Flag.withDefault("@current"),
      Flag.withDescription("The id of its organisation; the user's current one unless said otherwise")
    ),
    user: Flag.String("user").pipe(Flag.optional, Flag.withDescription("The email of the user who makes it")),
    json
  },
  Effect.fnUntraced(function*({ json, name, organization, timezone, user }) {
    const project = yield* onStorage(Effect.gen(function*() {
      const projects = yield* Projects
      return yield* projects.create(yield* actingAs(user), organization, { name, timezone })
    }))
    yield* print(json, recordOf(project), createdText(project))
  })
).pipe(Command.withDescription("Make a project and show its token"))

const columns = ["id", "name", "token", "time zone", "organization"]

const rowOf = (project: Project) => [
  project.id,
  project.name,
  project.api_token,
  project.timezone,
  project.organization_id
]

const list = Command.make(
  "list",
  { json },
  Effect.fnUntraced(function*({ json }) {
    const projects = yield* onStorage(allProjects)
    yield* print(json, projects.map(recordOf), { columns, results: projects.map(rowOf) })
  })
).pipe(Command.withDescription("List every project"))

/** The project with this id, else the only one of this name. */
const projectNamed = Effect.fnUntraced(function*(text: string) {
  const projects = yield* allProjects
  const byId = projects.find(({ id }) => String(id) === text)
  if (byId !== undefined) return byId
  const [found, ...more] = projects.filter(({ name }) => name === text)
  if (found === undefined) return yield* new CommandRefused({ message: `There is no project ${text}.` })
  if (more.length === 0) return found
  const ids = [found, ...more].map(({ id }) => id).join(", ")
  return yield* new CommandRefused({ message: `Several projects are called ${text}: name one by its id (${ids}).` })
})

/** Goes on once somebody has typed the project's name. */
const askForName = Effect.fnUntraced(function*({ id, name }: Project) {
  const terminal = yield* Terminal
  yield* terminal.display(
    `This deletes project ${id} with its events and everything else in it, for good.\nType its name to go on (${name}): `
  )
  const typed = yield* Effect.orElseSucceed(terminal.readLine, () => "")
  if (typed.trim() !== name.trim()) {
    return yield* new CommandRefused({ message: "Nothing was deleted: the name is another one." })
  }
})

const remove = Command.make(
  "delete",
  {
    project: Argument.String("project").pipe(Argument.withDescription("The project's id or name")),
    yes: Flag.Boolean("yes").pipe(Flag.withDefault(false), Flag.withDescription("Delete it without asking")),
    user: Flag.String("user").pipe(Flag.optional, Flag.withDescription("The email of the user who deletes it"))
  },
  Effect.fnUntraced(function*({ project: text, user, yes }) {
    const removed = yield* onStorage(Effect.gen(function*() {
      const projects = yield* Projects
      const project = yield* projectNamed(text)
      const caller = yield* actingAs(user)
      if (!yes) yield* askForName(project)
      yield* projects.remove(caller, project)
      return project
    }))
    yield* Console.log(
      `Project ${removed.id} (${removed.name}) is deleted. A running server removes its rows and events from the disk.`
    )
  })
).pipe(Command.withDescription("Delete a project with everything in it, after asking for its name"))

const usage = Command.make(
  "usage",
  { project: Argument.String("project").pipe(Argument.withDescription("The project's id or name")), json },
  Effect.fnUntraced(function*({ json, project: text }) {
    const used = yield* onStorage(Effect.gen(function*() {
      return yield* (yield* ProjectUsage).current(yield* projectNamed(text))
    }))
    const { events, events_monthly_quota: quota, events_sample_rate, month } = used
    const counted = quota === null ? "no quota, so that events are not counted;" : `${events} events of ${quota},`
    yield* print(
      json,
      { ...used, resets_at: DateTime.formatIso(used.resets_at) },
      `${month}: ${counted} sample rate ${events_sample_rate}`
    )
  })
).pipe(Command.withDescription("Show the events of this month that count for the project's quota"))

/** `hedgerow project create|list|usage|delete`. */
export const project = Command.make("project").pipe(
  Command.withDescription("Manage projects"),
  Command.withSubcommands([create, list, usage, remove])
)
