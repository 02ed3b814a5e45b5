import { KnownActions } from "@hedgerow/core/actions/KnownActions"
import { DefinitionsVersions } from "@hedgerow/core/caching/DefinitionsVersions"
import * as CohortsOfQueries from "@hedgerow/core/cohorts/CohortsOfQueries"
import { TypedProperties } from "@hedgerow/core/definitions/TypedProperties"
import * as HidingEngine from "@hedgerow/core/deletions/HidingEngine"
import type { Project } from "@hedgerow/core/identity/Project"
import * as Autocomplete from "@hedgerow/core/query/kinds/editor/AutocompleteKind"
import { QueryLog } from "@hedgerow/core/query/log/QueryLog"
import { ProjectNames } from "@hedgerow/core/query/ProjectNames"
import { Queries } from "@hedgerow/core/query/Queries"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { text as readText } from "node:stream/consumers"
import { readSettings } from "../config/UnknownSettings.ts"
import { withLogging } from "../observability/Logging.ts"
import { describeFailure } from "../serving/StartFailure.ts"
import { storage } from "../storage/Storage.ts"
import { type AnswerFormat, answerFormats, formatAnswer } from "../terminal/AnswerFormat.ts"
import { readHistory, writeHistory } from "../terminal/History.ts"
import { lastWord, runTerminal } from "../terminal/SqlTerminal.ts"
import { faultOf } from "../terminal/StatementFault.ts"
import { allStatements } from "../terminal/Statements.ts"
import { findProject, oneProject } from "./FindProject.ts"

const answerTo = (project: Project, sql: string) =>
  Effect.flatMap(Queries, (queries) => queries.run(project, { query: { kind: "ServiceSqlQuery", query: sql } })).pipe(
    Effect.mapError((failure) => faultOf(sql, failure))
  )

const textsOf = (value: unknown, name: string): ReadonlyArray<string> =>
  Array.isArray(value)
    ? value.flatMap((one: unknown) =>
      typeof one === "object" && one !== null && name in one ? [String(Reflect.get(one, name))] : []
    )
    : []

/** Completions of the last word of the text. */
const completions = (project: Project, query: string) =>
  Effect.gen(function*() {
    const queries = yield* Queries
    const { suggestions } = yield* queries.run(project, {
      query: {
        kind: "HogQLAutocomplete",
        language: "hogQL",
        query,
        startPosition: query.length,
        endPosition: query.length
      }
    })
    const typed = lastWord(query).toLowerCase()
    const words = textsOf(suggestions, "insertText").map((word) => word.replace(/\(\)$/, "("))
    return words.filter((word) => word.toLowerCase().startsWith(typed))
  }).pipe(Effect.orElseSucceed((): ReadonlyArray<string> => []))

const Tables = Schema.Record(
  Schema.String,
  Schema.Struct({ fields: Schema.Record(Schema.String, Schema.Struct({ type: Schema.String })) })
)

/** The tables, or the fields of one. */
const described = (project: Project, name: string) =>
  Effect.gen(function*() {
    const queries = yield* Queries
    const { tables } = yield* queries.run(project, { query: { kind: "DatabaseSchemaQuery" } })
    const known = yield* Schema.decodeUnknownEffect(Tables)(tables)
    const table = Object.hasOwn(known, name) ? known[name] : undefined
    if (table !== undefined) {
      return Object.entries(table.fields).map(([field, { type }]) => `${field}  ${type}`).join("\n")
    }
    return name === "" ? Object.keys(known).join("\n") : `There is no table ${name}.`
  }).pipe(Effect.catchCause((cause) => Effect.succeed(describeFailure(cause))))

/** The size of the window now, and whether it shows colours. */
const terminal = () => ({
  width: process.stdout.columns ?? 80,
  height: 12,
  hasColours: process.stdout.isTTY && process.stdout.hasColors()
})

/** Asks at the terminal until the user leaves. */
const converse = Effect.fnUntraced(function*(project: Project, format: AnswerFormat) {
  const services = yield* Effect.context<Queries>()
  const history = yield* readHistory
  const typed = yield* runTerminal({
    input: process.stdin,
    output: process.stdout,
    format,
    history,
    ask: (sql, as) =>
      answerTo(project, sql).pipe(
        Effect.map((answer) => formatAnswer(as, answer, terminal())),
        Effect.catchCause((cause) => Effect.succeed(describeFailure(cause))),
        Effect.provide(services)
      ),
    complete: (query) => Effect.provide(completions(project, query), services),
    tables: (name) => Effect.provide(described(project, name), services)
  })
  yield* writeHistory(typed)
})

/** Answers the statements one after the other. */
const answerAll = (project: Project, statements: ReadonlyArray<string>, format: AnswerFormat) =>
  Effect.forEach(statements, (sql) =>
    Effect.flatMap(answerTo(project, sql), (answer) => {
      const text = formatAnswer(format, answer, terminal())
      return text === "" ? Effect.void : Console.log(text)
    }), { discard: true })

const chosenFormat = (format: Option.Option<AnswerFormat>, isChart: boolean, isJson: boolean): AnswerFormat =>
  Option.getOrElse(format, () => isChart ? "chart" : isJson ? "json" : "table")

/** `hedgerow query ["SELECT …"]`: asks the configured storage once, or as often as the user likes. */
export const query = Command.make(
  "query",
  {
    sql: Argument.String("sql").pipe(
      Argument.optional,
      Argument.withDescription("The SELECT to run; without it statements are read from the terminal, or the input")
    ),
    project: oneProject,
    format: Flag.Literals("format", answerFormats).pipe(
      Flag.optional,
      Flag.withDescription("The form of answers; table unless said otherwise")
    ),
    chart: Flag.Boolean("chart").pipe(
      Flag.withDefault(false),
      Flag.withDescription("Draw numbers over time: --format chart")
    ),
    json: Flag.Boolean("json").pipe(
      Flag.withDefault(false),
      Flag.withDescription("Print the whole answer as JSON: --format json")
    )
  },
  Effect.fnUntraced(function*({ chart, format, json, project: id, sql }) {
    const config = yield* readSettings
    const services = Queries.layer.pipe(
      Layer.provide(HidingEngine.layer),
      Layer.provide([KnownActions.layer, CohortsOfQueries.layer, QueryLog.layer, TypedProperties.layer]),
      Layer.provide([DefinitionsVersions.layer, ProjectNames.layer, Autocomplete.layer]),
      Layer.provideMerge(storage(config, "attach"))
    )
    const shown = chosenFormat(format, chart, json)
    yield* Effect.gen(function*() {
      const project = yield* findProject(id)
      if (Option.isSome(sql)) return yield* answerAll(project, [sql.value], shown)
      if (process.stdin.isTTY) return yield* converse(project, shown)
      return yield* answerAll(project, allStatements(yield* Effect.promise(() => readText(process.stdin))), shown)
    }).pipe(Effect.provide(services), withLogging(config))
  })
).pipe(Command.withDescription("Run SQL on the configured storage"))
