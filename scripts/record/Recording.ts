import type pg from "pg"

/** A statement as the server sent it, its parameters as text. */
interface RecordedStatement {
  readonly text: string
  readonly parameters: ReadonlyArray<string | null>
}

/** Rows that were copied in. */
interface RecordedCopy {
  readonly copy: string
  readonly columns: ReadonlyArray<string>
  readonly rows: ReadonlyArray<ReadonlyArray<string | null>>
}

type Recorded = RecordedStatement | RecordedCopy

interface LogLine {
  readonly error_severity: string
  readonly message: string
  readonly detail?: string
}

/** The values of `Parameters: $1 = '…', $2 = NULL`. */
const parametersOf = (detail: string): ReadonlyArray<string | null> =>
  [...detail.matchAll(/\$\d+ = (?:'((?:[^']|'')*)'|NULL)/g)].map(([, text]) => text?.replaceAll("''", "'") ?? null)

const isOfMigrating = (text: string): boolean => /schema_migrations|pg_namespace|4871203366/.test(text)

const isOfSession = (text: string): boolean =>
  /^(BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE|SET|LISTEN|UNLISTEN|DISCARD)\b/i.test(text)

/** The installation of the functions of queries; it is recorded, and its path with it. */
const installsFunctions = (text: string): boolean => text.startsWith("DO $install$")

/** The path of a transaction ends with it: here all statements are sent in one. */
const pathOfTables = { text: "SELECT set_config('search_path', $1, true)", parameters: ["hedgerow"] }

const asText = { getTypeParser: () => String }

const copyOf = async (client: pg.Client, text: string): Promise<RecordedCopy> => {
  const [, copy = "", columns = ""] = /^COPY (\S+) \(([^)]+)\) FROM STDIN/.exec(text) ?? []
  const { rows } = await client.query<Record<string, string | null>>({
    text: `SELECT ${columns} FROM ${copy} ORDER BY uuid`,
    types: asText
  })
  return { copy, columns: columns.split(", "), rows: rows.map((row) => Object.values(row)) }
}

/**
 * The statements in PostgreSQL's JSON log, each once, without those of migrating and of sessions. The log does not hold
 * the rows that were copied in: the present rows replace them, at the first COPY.
 */
export const recordingOf = async (client: pg.Client, log: string): Promise<ReadonlyArray<Recorded>> => {
  const recorded = new Map<string, Recorded>()
  for (const line of log.trim().split("\n")) {
    const { detail = "", error_severity, message } = JSON.parse(line) as LogLine
    if (error_severity === "ERROR") throw new Error(message)
    const text = /^(?:statement|execute [^:]+): (.*)$/s.exec(message)?.[1]
    if (text === undefined || isOfMigrating(text + detail) || isOfSession(text)) continue
    const parameters = parametersOf(detail)
    const key = JSON.stringify([text, parameters])
    if (recorded.has(key)) continue
    recorded.set(key, text.startsWith("COPY ") ? await copyOf(client, text) : { text, parameters })
    if (installsFunctions(text)) recorded.set("path", pathOfTables)
  }
  return [...recorded.values()]
}
