import type { Project } from "@hedgerow/core/identity/Project"
import {
  countDeadLetters,
  type DeadLetterRow,
  readDeadLetters
} from "@hedgerow/storage-clickhouse/events/DeadLetterList"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { formatTable } from "../terminal/Table.ts"
import { chosenProjects, onClickHouse, projectFlag } from "./OnClickHouse.ts"

/** At most this many rows of the table are shown of each project. */
const shown = 100

/** The letters in memory at once: few, as each holds a whole event. */
const pageSize = 20

const columns = ["refused at", "project", "code", "reason", "uuid", "event"]

const longestReason = 100

const nameOf = (event: unknown): string =>
  typeof event === "object" && event !== null && "event" in event ? String(event.event) : ""

const cut = (text: string): string => text.length > longestReason ? `${text.slice(0, longestReason - 1)}…` : text

const rowOf = (project: Project) => ({ code, event, reason, refused_at, uuid }: DeadLetterRow) => [
  refused_at,
  project.id,
  code,
  cut(reason),
  uuid,
  nameOf(JSON.parse(event))
]

/** Every letter, one line each, in pages. */
const printLines = Effect.fnUntraced(function*(project: Project) {
  let after: DeadLetterRow | undefined
  while (true) {
    const letters: ReadonlyArray<DeadLetterRow> = yield* readDeadLetters(project.id, { limit: pageSize, after })
    yield* Effect.forEach(letters, ({ code, event, reason, refused_at, uuid }) => {
      const record = { project_id: project.id, refused_at, code, reason, uuid, event: JSON.parse(event) as unknown }
      return Console.log(JSON.stringify(record))
    }, { discard: true })
    if (letters.length < pageSize) return
    after = letters.at(-1)
  }
})

const printTable = Effect.fnUntraced(function*(projects: ReadonlyArray<Project>) {
  const results: Array<ReadonlyArray<string | number>> = []
  let more = 0
  for (const project of projects) {
    const letters = yield* readDeadLetters(project.id, { limit: shown })
    results.push(...letters.map(rowOf(project)))
    more += (yield* countDeadLetters(project.id)) - letters.length
  }
  const warnings = more > 0 ? [`${more} more are not shown; --json prints all`] : []
  yield* Console.log(formatTable({ columns, results, hasMore: null, warnings }))
})

const list = Command.make(
  "list",
  {
    project: projectFlag,
    json: Flag.Boolean("json").pipe(
      Flag.withDefault(false),
      Flag.withDescription("Print all of them with the whole event, each as a line of JSON")
    )
  },
  Effect.fn("hedgerow.deadLetters.list")(function*({ json, project }) {
    yield* onClickHouse(Effect.flatMap(
      chosenProjects(project),
      (projects) => json ? Effect.forEach(projects, printLines, { discard: true }) : printTable(projects)
    ))
  })
).pipe(Command.withDescription("List the events that ClickHouse refused, the newest first"))

/** `hedgerow dead-letters list`. */
export const deadLetters = Command.make("dead-letters").pipe(
  Command.withDescription("Look at events that could not be stored"),
  Command.withSubcommands([list])
)
