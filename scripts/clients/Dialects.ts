/** An operation as the generators see it. */
export interface Target {
  readonly id: string
  readonly method: string
  readonly path: string
}

/** The parts of a call, each the text of an expression. */
export interface CallParts {
  readonly path: Readonly<Record<string, string>>
  readonly query?: string
  readonly body?: string
}

/** How programs use the client of one generator. */
export interface Dialect {
  /** The generator's command, and what it writes. */
  readonly command: ReadonlyArray<string>
  /** The first lines of a program: imports, and `call`, which fails unless the answer is a success. */
  readonly head: (hasCalls: boolean) => string
  /** The type of an operation's body. */
  readonly bodyType: (target: Target) => string
  /** A call of an operation, whose value is the body of the answer. */
  readonly call: (target: Target, parts: CallParts) => string
}

const camelCase = (id: string): string => {
  const [group = "", name = ""] = id.split(".")
  return group + name.charAt(0).toUpperCase() + name.slice(1)
}

const pascalCase = (id: string): string => {
  const name = camelCase(id)
  return name.charAt(0).toUpperCase() + name.slice(1)
}

const fieldsOf = (fields: Readonly<Record<string, string | undefined>>): string => {
  const given = Object.entries(fields).filter(([, text]) => text !== undefined)
  return `{ ${given.map(([name, text]) => `${name}: ${text}`).join(", ")} }`
}

const pathOf = ({ path }: CallParts): string | undefined => Object.keys(path).length === 0 ? undefined : fieldsOf(path)

const pathNames = ({ path }: Target): ReadonlyArray<string> =>
  Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = ""]) => name)

const connection =
  "const url = process.env[\"HEDGEROW_URL\"] ?? \"\"\nconst key = process.env[\"HEDGEROW_KEY\"] ?? \"\"\n"

const openapiFetch: Dialect = {
  command: [
    "openapi-typescript",
    "../docs/openapi.json",
    "-o",
    "out/openapi-typescript.ts",
    "--default-non-nullable=false"
  ],
  head: (hasCalls) =>
    !hasCalls ?
      "import type { operations } from \"./openapi-typescript.ts\"\n" :
      `import createClient from "openapi-fetch"
import type { paths } from "./openapi-typescript.ts"
${connection}
const api = createClient<paths>({ baseUrl: url, headers: { authorization: \`Bearer \${key}\` } })
const answerOf = async <A>(sent: Promise<{ data?: A, error?: unknown, response: Response }>): Promise<A> => {
  const { data, error, response } = await sent
  if (!response.ok) throw new Error(\`\${response.url}: \${response.status} \${JSON.stringify(error)}\`)
  return data as A
}
`,
  bodyType: ({ id }) => `operations["${id}"]["requestBody"]["content"]["application/json"]`,
  call: ({ method, path }, parts) =>
    `answerOf(api.${method}("${path}", ${
      fieldsOf({
        params: fieldsOf({ path: pathOf(parts), query: parts.query }),
        body: parts.body
      })
    }))`
}

const heyApi: Dialect = {
  command: ["openapi-ts", "-f", "hey.config.mjs"],
  head: (hasCalls) =>
    !hasCalls ? "import type * as types from \"./hey/types.gen\"\n" : `import { createClient } from "./hey/client"
import * as sdk from "./hey/sdk.gen"
${connection}
const client = createClient({ baseUrl: url, auth: key })
const answerOf = async <A>(sent: Promise<{ data?: A, error?: unknown, response?: Response }>): Promise<NonNullable<A>> => {
  const { data, error, response } = await sent
  if (response?.ok !== true) throw new Error(\`\${response?.url}: \${response?.status} \${JSON.stringify(error)}\`)
  return data as NonNullable<A>
}
`,
  bodyType: ({ id }) => `types.${pascalCase(id)}Data["body"]`,
  call: ({ id }, parts) =>
    `answerOf(sdk.${camelCase(id)}(${
      fieldsOf({
        client: "client",
        path: pathOf(parts),
        query: parts.query,
        body: parts.body
      })
    }))`
}

const orval: Dialect = {
  command: ["orval", "--config", "orval.config.mjs"],
  head: (hasCalls) =>
    !hasCalls ? "import type * as api from \"./orval/api\"\n" : `import * as api from "./orval/api"
${connection}
const plain = globalThis.fetch
globalThis.fetch = (input, init) =>
  plain(url + String(input), { ...init, headers: { ...(init?.headers as object), authorization: \`Bearer \${key}\` } })
const answerOf = async <A extends { status: number, data?: unknown }>(
  sent: Promise<A>
): Promise<Extract<A, { status: 200 | 201 | 204, data: unknown }>["data"]> => {
  const answer = await sent
  if (answer.status >= 300) throw new Error(\`\${answer.status} \${JSON.stringify(answer.data)}\`)
  return answer.data
}
`,
  bodyType: (target) => `Parameters<typeof api.${camelCase(target.id)}>[${pathNames(target).length}]`,
  call: (target, { body, path, query }) =>
    `answerOf(api.${camelCase(target.id)}(${
      [...pathNames(target).map((name) => path[name]), body, query].filter((text) => text !== undefined).join(", ")
    }))`
}

/** The generators by their names. */
export const dialects: Readonly<Record<string, Dialect>> = { "openapi-fetch": openapiFetch, "hey-api": heyApi, orval }
