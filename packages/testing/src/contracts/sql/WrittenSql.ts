import { layer as withLayer } from "@effect/vitest"
import * as Domain from "@hedgerow/core/Domain"
import { failureText } from "@hedgerow/core/query/execution/QueryFailureText"
import { Queries } from "@hedgerow/core/query/Queries"
import type { StoragePorts } from "@hedgerow/core/StoragePorts"
import { encodeJson } from "@hedgerow/sql/types/ResultJson"
import { Effect, Layer, Result } from "effect"
import { layerClock, SqlWorld } from "./SqlWorld.ts"
import { writtenStatements } from "./written/WrittenStatements.ts"
import { wrongStatements } from "./written/WrongStatements.ts"

/** The answer of a statement: its rows, or the refusal with its hint. */
interface Given {
  readonly sql: string
  readonly rows: string | undefined
  readonly refusal: string | undefined
}

const asked = Effect.fnUntraced(function*(query: string) {
  const queries = yield* Queries
  const { projects } = yield* SqlWorld
  const answer = yield* Effect.result(queries.run(projects.meadow, { query: { kind: "ServiceSqlQuery", query } }))
  if (Result.isFailure(answer)) {
    const { hint, message } = failureText(answer.failure)
    return { sql: query, rows: undefined, refusal: `${message} — ${hint}` } satisfies Given
  }
  const rows = answer.success.results.map((row) => encodeJson(row))
  const shown = /order by/i.test(query) ? rows : rows.toSorted()
  return { sql: query, rows: `[${shown.join(", ")}]`, refusal: undefined } satisfies Given
})

/** A cell of a table. */
const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll("\n", " ")
const code = (text: string): string => `\`\`${cell(text).replaceAll("`", "'")}\`\``
const most = 160
const short = (text: string): string => text.length > most ? `${text.slice(0, most)}…` : text

const table = (head: readonly [string, string], rows: ReadonlyArray<readonly [string, string]>): string =>
  [`| ${head.join(" | ")} |`, "|---|---|", ...rows.map((row) => `| ${row.join(" | ")} |`)].join("\n")

const topic = (name: string, given: ReadonlyArray<Given>): string => {
  const run = given.filter(({ rows }) => rows !== undefined)
  const refused = given.filter(({ rows }) => rows === undefined)
  return [
    `## ${name}`,
    table(["statement", "rows"], run.map(({ rows = "", sql }) => [code(sql), code(short(rows))])),
    ...refused.length === 0
      ? []
      : [`Refused:`, table(["statement", "answer"], refused.map(({ refusal = "", sql }) => [code(sql), cell(refusal)]))]
  ].join("\n\n")
}

const count = (given: ReadonlyArray<Given>): number => given.filter(({ rows }) => rows !== undefined).length

const writtenPage = (topics: ReadonlyArray<readonly [string, ReadonlyArray<Given>]>): string => {
  const all = topics.flatMap(([, given]) => given)
  return [
    "# SQL as people write it",
    "After this page you know which kinds of statements run here, and what they give.",
    "The statements are of the kinds that documentation, tutorials and issues have, written anew. They give the same on "
    + "memory, PostgreSQL and ClickHouse. A test runs each on all three and compares this page. The data are the twelve events of "
    + "the tests. Rows without an ORDER BY are shown in the order of their texts.",
    table(["topic", "statements that run"], [
      ...topics.map(([name, given]): readonly [string, string] => [name, `${count(given)} of ${given.length}`]),
      ["together", `${count(all)} of ${all.length}`]
    ]),
    ...topics.map(([name, given]) => topic(name, given))
  ].join("\n\n") + "\n"
}

const mistakesPage = (given: ReadonlyArray<Given>): string =>
  [
    "# Mistakes in SQL",
    "After this page you know what to change in a statement that is refused.",
    `These are ${given.length} statements with a mistake, and the answer to each: \`detail\` of the [error](query-errors.md), then \`hint\`. `
    + "A test sends each of them and compares this page.",
    table(["statement", "answer"], given.map(({ refusal = "it runs", sql }) => [code(sql), cell(refusal)]))
  ].join("\n\n") + "\n"

/** The pages as this storage makes them: what written statements give, and what is said of mistakes. */
export interface WrittenPages {
  readonly written: string
  readonly mistakes: string
}

/** Statements as people write them have the same answers on every storage; `check` compares the pages. */
export const suite = <E>(
  name: string,
  layer: Layer.Layer<StoragePorts, E>,
  check: (pages: WrittenPages) => Promise<unknown>
): void => {
  const world = SqlWorld.layer.pipe(
    Layer.provideMerge(Domain.layer),
    Layer.provideMerge(layer.pipe(Layer.provide(layerClock)))
  )
  withLayer(world)(`${name}: SQL as people write it`, (it) => {
    it.effect("has the answers that docs/sql-written.md and docs/sql-mistakes.md show", () =>
      Effect.gen(function*() {
        const topics = yield* Effect.forEach(Object.entries(writtenStatements), ([topic, statements]) =>
          Effect.map(Effect.forEach(statements, asked), (given) => [topic, given] as const))
        const mistakes = yield* Effect.forEach(wrongStatements, asked)
        yield* Effect.promise(() =>
          check({ written: writtenPage(topics), mistakes: mistakesPage(mistakes) })
        )
      }))
  })
}
