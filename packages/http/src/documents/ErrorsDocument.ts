import { type ApiError, errorDescriptions } from "../errors/ApiError.ts"
import { connectionErrors } from "../errors/ConnectionErrors.ts"
import { type ErrorCase, templateOf } from "../errors/ErrorCase.ts"
import { answeredDomainErrors } from "../errors/ErrorCases.ts"
import { inputCodeMeanings } from "../errors/InputCodes.ts"
import { requestErrorCases } from "./RequestErrorCases.ts"

const intro = `# Errors

This page is written from the code (\`pnpm run docs\`); a test keeps it equal.

Every error is answered by one JSON object:

| field | meaning |
|---|---|
| \`type\` | the class of the error |
| \`code\` | the kind of error, for programs |
| \`detail\` | the fault, in words for people |
| \`attr\` | the field it concerns, nested keys joined by \`__\`, or null |
| \`errors\` | of an invalid input: every field that breaks a rule, as \`{code, detail, attr}\`; the first is the one above |
| \`extra\` | of an error in SQL: \`start\` and \`end\`, the place in the text |

In the tables \`{name}\` stands for data of the request. Below each table are the bodies, in the order of its rows.
`

const statusMeanings: Readonly<Record<number, string>> = {
  ...errorDescriptions,
  405: "The path has other methods.",
  408: "The request did not arrive in time.",
  417: "The server does not support the `Expect` header's value.",
  421: "The request is for another server.",
  431: "The request's headers are too large."
}

const allCases = (): ReadonlyArray<ErrorCase<ApiError>> => [
  ...Object.values(requestErrorCases).flat(),
  ...answeredDomainErrors(),
  ...Object.values(connectionErrors)
]

const escapeCell = (text: string): string => text.replaceAll("|", "\\|")

const headersOf = (given: ErrorCase<ApiError>): string =>
  Object.entries(given.error.headers ?? {}).map(([name, value]) => `\`${name}: ${value}\``).join(", ")

const row = (given: ErrorCase<ApiError>): string => {
  const { code, detail, type } = given.error.body
  const cells = [`\`${type}\``, `\`${code}\``, templateOf(given, detail), given.when, headersOf(given)]
  return `| ${cells.map(escapeCell).join(" | ")} |`
}

const section = (status: number, cases: ReadonlyArray<ErrorCase<ApiError>>): string =>
  [
    `## ${status}`,
    "",
    statusMeanings[status] ?? "",
    "",
    "| type | code | detail | when | headers |",
    "|---|---|---|---|---|",
    ...cases.map(row),
    "",
    "```json",
    ...cases.map(({ error }) => JSON.stringify(error.body)),
    "```",
    ""
  ].join("\n")

const inputCodes = (): string =>
  [
    "## Codes of invalid input",
    "",
    "An answer of 400 with the type `validation_error` that names a field has one of these codes.",
    "",
    "| code | meaning |",
    "|---|---|",
    ...Object.entries(inputCodeMeanings).map(([code, meaning]) => `| \`${code}\` | ${meaning} |`),
    ""
  ].join("\n")

/** The page of every error the API answers, in Markdown: its answers come from the code that gives them. */
export const errorsDocument = (): string => {
  const byStatus = Map.groupBy(allCases(), ({ error }) => error.status)
  const statuses = [...byStatus].sort(([a], [b]) => a - b)
  return [intro, ...statuses.map(([status, cases]) => section(status, cases)), inputCodes()].join("\n")
}
