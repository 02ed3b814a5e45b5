import { Projects } from "@hedgerow/core/access/Projects"
import type { Project } from "@hedgerow/core/identity/Project"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { actingAs, allProjects, onStorage } from "./Access.ts"
import { json, print } from "./Printing.ts"

const recordOf = (project: Project) => ({
  id: project.id,
  uuid: project.uuid,
  organization: project.organization_id,
  name: project.name,
  api_token: project.api_token,
  timezone: project.timezone,
  week_start_day: project.week_start_day,
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

/** `hedgerow project create|list`. */
export const project = Command.make("project").pipe(
  Command.withDescription("Manage projects"),
  Command.withSubcommands([create, list])
)
