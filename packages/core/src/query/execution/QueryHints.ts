import type { SqlSemanticError, SqlSyntaxError } from "@hedgerow/sql/ast/SqlErrors"
import { closestName } from "@hedgerow/sql/planning/ClosestName"
import type { InvalidInput } from "../../shared/InvalidInput.ts"
import type { QueryLimitName } from "../QueryEngine.ts"
import { namedKinds } from "../QueryKindNames.ts"

/** The details of a failure beside its text. */
export interface FailureDetails {
  /** The part of the query's text that is meant, where there is one. */
  readonly start?: number
  readonly end?: number
  /** The field that has the text, of a structured query. */
  readonly field?: string
  readonly hint: string
  readonly retryable: boolean
}

/** Hints for the writer of a text, by the detail of the error; the first that fits. */
export const syntaxHints: ReadonlyArray<{ readonly detail: RegExp; readonly hint: string }> = [
  { detail: /^Empty query/, hint: "Write a SELECT as the `query` of the node." },
  {
    detail: /^Only SELECT statements/,
    hint:
      "Queries only read: begin with SELECT or WITH. Events are sent to /batch/, records are changed by their endpoints."
  },
  {
    detail: /^Only one statement/,
    hint: "Send one statement in each request: remove the semicolon and what follows, or join both with UNION ALL."
  },
  {
    detail: /^Unterminated string/,
    hint: "Close the text with a single quote. A quote inside it is written twice: 'it''s'."
  },
  { detail: /^Unterminated/, hint: "Close what was opened at `start`." },
  { detail: /^Unexpected character "&"/, hint: "Write AND." },
  { detail: /^Unexpected character "!"/, hint: "Write NOT." },
  {
    detail: /found "(?:contains|regexp|rlike|similar|glob|matches)"/i,
    hint:
      "Texts are compared with LIKE, ILIKE (`event ILIKE '%sign%'`) and, for patterns, `event =~ '^sign'` or match()."
  },
  {
    detail: /^Expected an expression but found ">"/,
    hint:
      "A property is read as properties.name, what is inside its JSON as properties.name.inner or JSONExtractString()."
  },
  {
    detail: /^Expected ON or USING/,
    hint:
      "Say which rows belong together: JOIN persons p ON p.id = events.person_id. Every row with every other is CROSS JOIN."
  },
  { detail: /^Expected SELECT but/, hint: "A statement begins with SELECT, WITH or a bracket." },
  { detail: /^Expected END/, hint: "A CASE ends with END: CASE WHEN x THEN 1 ELSE 0 END." },
  { detail: /^Expected NULL/, hint: "IS asks for NULL alone: compare with = or IN." },
  { detail: /^Expected AND but/, hint: "BETWEEN has two bounds: x BETWEEN 1 AND 10." },
  {
    detail: /^Expected an interval unit/,
    hint: "The units are SECOND, MINUTE, HOUR, DAY, WEEK, MONTH, QUARTER and YEAR."
  },
  {
    detail: /found "(?:second|minute|hour|day|week|month|quarter|year)s?"/i,
    hint: "A distance of time is written with INTERVAL before it: now() - INTERVAL 7 DAY."
  },
  { detail: /^(?:TOP|FETCH) is not supported/, hint: "The number of rows stands at the end: LIMIT 5." },
  {
    detail: /^(?:SETTINGS|FORMAT) is not supported/,
    hint:
      "Leave the clause out: settings are those of the server, and the answer is JSON, or what the request asks for."
  },
  {
    detail: /^WITH FILL is not supported/,
    hint: "Join the rows to all values in a row: FROM numbers(30) AS n LEFT JOIN (SELECT …) AS s ON s.day = n.number."
  },
  { detail: /found "group"/i, hint: "Write GROUP BY." },
  { detail: /found "order"/i, hint: "Write ORDER BY." },
  {
    detail: /^Expected the end of the query but found "[A-Za-z_]/,
    hint:
      "The word before it was read as a name: a comma, an operator or a keyword (FROM, WHERE, GROUP BY, ORDER BY, DESC) is "
      + "missing or misspelt at `start` or just before. Names with blanks and names that are keywords stand in back-quotes."
  },
  { detail: /^Unknown escape/, hint: "In texts a backslash begins an escape: write two for one, as in '\\\\d+'." },
  {
    detail: /found the end of the query/,
    hint: "The statement ends too early: look for a bracket that is not closed, or for what its last word asks for."
  },
  {
    detail: /longer than|too long a chain|too many|nested|too deep/,
    hint: "Make the text smaller: give long lists as `values`, and use IN in the place of long chains of OR."
  },
  {
    detail: /not supported/,
    hint: "The dialect has no such form: see the clauses in docs/sql.md, and write the same with those."
  },
  {
    detail: /^Expected/,
    hint: "The text is read up to `start`: look there and just before for a comma, a bracket or an operator that is "
      + "missing. Names with blanks and names that are keywords stand in back-quotes."
  }
]

const anySyntax = "The text is read up to `start`: look there and just before it."

/** By the code of an error of meaning, where the error itself does not know better. */
export const semanticHints: Readonly<Record<string, string>> = {
  illegal_type_of_argument:
    "Convert the argument first, such as with toFloat(x), toInt(x), toString(x), toDateTime(x) or toDate(x).",
  illegal_aggregation:
    "Aggregates stand in SELECT, HAVING and ORDER BY, and not inside each other: put a condition on one into HAVING, and "
    + "compute the inner one in a sub-query.",
  not_an_aggregate: "Add the column to GROUP BY, or take one value of each group, such as any(x) or max(x).",
  illegal_type_of_column_for_filter:
    "Compare it with something, such as event = 'sign up'; a property that is set is `properties.x IS NOT NULL`.",
  no_common_type: "Give both sides the same type, such as with toString(x) or toFloat(x).",
  too_big_ast: "Make the statement smaller: fewer columns and tables, shorter lists, less nesting.",
  invalid_input:
    "The part of the text from `start` to `end` is meant. docs/sql.md has the dialect, docs/sql-functions.md an example of "
    + "each function."
}

/** By the detail of an error of meaning, where neither it nor its code knows better; the first that fits. */
export const meaningHints: ReadonlyArray<{ readonly detail: RegExp; readonly hint: string }> = [
  { detail: /^Unresolved placeholder/, hint: "Give it a value beside the query: `values: {\"x\": 1}` for {x}." },
  { detail: /^Variable /, hint: "Give it in `variables` of the node, or store it at /insight_variables/." },
  {
    detail: /^Could not find (?:a )?cohort/,
    hint: "GET /cohorts/ lists the project's cohorts with their ids and names."
  },
  {
    detail: /^Field not found/,
    hint: "A person has id, created_at and properties, such as person.properties.email; a group key and properties."
  },
  { detail: /^Action /, hint: "GET /actions/ lists the project's actions with their ids and names." },
  { detail: /^The queries of UNION/, hint: "Every SELECT of it needs the same number of columns, in the same order." },
  {
    detail: /^Cannot use '\*' without/,
    hint: "Write the table before each: SELECT e.*, p.properties FROM events AS e JOIN persons AS p ON …."
  },
  { detail: /^Already have joined/, hint: "Give one of them a name of its own: JOIN events AS later ON …." },
  {
    detail: /must have one column/,
    hint: "Select one column. Several are compared as tuples: (a, b) IN (SELECT a, b …)."
  },
  { detail: /^Cannot redefine an alias/, hint: "Give one of the columns another name." },
  { detail: /^Invalid index/, hint: "Members of a tuple are counted from 1: (a, b).2 is b." },
  {
    detail: /^Window '/,
    hint: "Name it at the end of the SELECT: WINDOW w AS (PARTITION BY person_id ORDER BY timestamp)."
  },
  {
    detail: /is not supported in CAST/,
    hint:
      "Types are Int64, Float64, Decimal(10, 2), String, Bool, UUID, Date, DateTime64(3), Array(T), Tuple(T, …) and Map(K, V)."
  },
  {
    detail: /^grouping\(\)/,
    hint: "Write GROUP BY ROLLUP(…), CUBE(…) or GROUPING SETS (…), or leave grouping() out: it would be 0."
  },
  { detail: /^Unknown date unit/, hint: "The units are second, minute, hour, day, week, month, quarter and year." },
  { detail: /^Unknown time zone/, hint: "Zones have names such as 'Europe/Berlin' or 'UTC'." },
  {
    detail: /^Cannot parse DateTime/,
    hint: "Times are written '2024-01-31', '2024-01-31 10:00:00' or '2024-01-31T10:00:00Z'."
  },
  {
    detail: /^Cannot parse UUID/,
    hint:
      "Persons, events and cohorts' members have UUIDs. The id that your application knows a person by is distinct_id."
  },
  {
    detail: /requires parameters/,
    hint: "Parameters stand in parentheses of their own: quantile(0.9)(x), topK(5)(x)."
  },
  { detail: /^Alias 'team_id'/, hint: "Choose another name. A query sees its own project alone." },
  { detail: /no supertype for types Date/, hint: "Dates are compared with dates: '2024-01-31' or toDate(x)." },
  {
    detail: /^The pattern of function/,
    hint: "Patterns are those of RE2: a bracket that is meant is written \\\\( in a text."
  },
  {
    detail: /^Cannot use 'filters'/,
    hint: "Put {filters} into the WHERE of the SELECT that reads from events, sessions or groups."
  },
  {
    detail: /^A lambda can only/,
    hint:
      "`->` begins a lambda. A property is read as properties.name, what is inside its JSON as properties.name.inner."
  }
]

/** By the code of an input error. */
export const inputHints: Readonly<Record<string, string>> = {
  extra_forbidden:
    "Remove the field that `attr` names: this kind of query has none of that name, or it stands elsewhere.",
  required: "Add the field that `attr` names.",
  parse_error: "Name a kind of query as `query.kind`, such as ServiceSqlQuery.",
  unclear: "Say it in other words, or write the SQL.",
  invalid_input: "Correct the field that `attr` names; `errors` lists all that are wrong."
}

/** Of an input error that is about no field alone. */
export const placelessHint = "Change the request as `detail` says."

/** By the limit that a query reached. */
export const limitHints: Readonly<Record<QueryLimitName, string>> = {
  memory: "Group by fewer distinct values, join fewer rows, or read a shorter range of `timestamp`.",
  rows:
    "Read a shorter range of `timestamp`, or name the events: conditions on `timestamp` and `event` skip what they leave out.",
  bytes: "Read fewer columns and properties, a shorter range of `timestamp`, or name the events.",
  answer: "Return fewer rows or columns: use LIMIT, or page by a column that you order by.",
  cells: "Return fewer rows or columns, or shorter lists: use LIMIT, name the columns, or ask for the rows as a stream "
    + "(`Accept: application/x-ndjson`).",
  recursion: "Let the recursive query end: its step must give no row after some rounds.",
  cell: "Make shorter texts and lists: use substring, arraySlice or LIMIT before they are joined, or keep rows as rows."
}

/** By the error alone, without details. */
export const otherHints = {
  QueryRuntimeError: "Change the query as `detail` says: the engine cannot run it as it is.",
  QueryTimedOut:
    "Read a shorter range of `timestamp`, or run it in the background (`refresh: \"force_async\"`), where queries "
    + "have more time.",
  QueryRefused: "Make the query smaller before it is run again: less memory, fewer rows in joins and groups.",
  QueryEngineBusy: "Send it again after the seconds that `Retry-After` names.",
  QueryEngineUnavailable: "Send it again after the seconds that `Retry-After` names: nothing is wrong with the query.",
  QueryDataDamaged:
    "Tell whoever runs the server: `GET /_ready` and the log name the part, and docs/damaged-data.md the way out.",
  QueryCancelled: "Somebody cancelled it by its id. Send it again if it is still wanted.",
  StreamTooLarge: "Read it in parts: by a condition on `timestamp`, or with `after` of the page before.",
  TooManyQueries:
    "Send it again after the seconds that `Retry-After` names, or run it in the background, where it waits for "
    + "its turn."
} as const

/** The hint of a query that ran out of the time that it has in the background. */
export const backgroundTimeHint =
  "Read a shorter range of `timestamp`, or compute it in several queries: none has more time than this one had."

export const syntaxHint = ({ detail }: SqlSyntaxError): string =>
  syntaxHints.find((one) => one.detail.test(detail))?.hint ?? anySyntax

export const semanticHint = ({ code, detail, hint }: SqlSemanticError): string =>
  hint ?? meaningHints.find((one) => one.detail.test(detail))?.hint ?? semanticHints[code] ??
    semanticHints["invalid_input"] ?? ""

/** A kind that is misspelt is the most likely one. */
const kindHint = (message: string): string | undefined => {
  const named = /Input tag '([^']+)' found/.exec(message)?.[1]
  const close = named === undefined ? undefined : closestName(named, namedKinds)
  return close === undefined ? undefined : `Did you mean '${close}'?`
}

/** The hint of an input error; it names `attr` only where the error has a place. */
export const inputHint = ({ issues: [{ code, hint: own, message, path }] }: InvalidInput): string => {
  const hint = own ?? kindHint(message) ?? inputHints[code] ?? inputHints["invalid_input"] ?? ""
  return path.length === 0 && hint.includes("`attr`") ? placelessHint : hint
}
