import { setTimeout as pause } from "node:timers/promises"

/** The address of a server and an API key. */
export interface Access {
  readonly baseUrl: string
  readonly key: string
}

/** The base URL that a server printed. */
export const baseUrlOf = (output: string): string => {
  const found = /Hedgerow is ready on (\S+)/.exec(output)?.[1]
  if (found === undefined) throw new Error(`no server is ready in:\n${output}`)
  return found
}

/** Sends capture JSON and answers the status. */
export const capture = async (baseUrl: string, body: string | Uint8Array<ArrayBuffer>): Promise<Response> =>
  fetch(`${baseUrl}/batch/`, { method: "POST", body, headers: { "content-type": "application/json" } })

/** Asks project 1 a SQL question. */
export const askRaw = (access: Access, query: string): Promise<Response> =>
  fetch(`${access.baseUrl}/api/projects/1/query/`, {
    method: "POST",
    headers: { authorization: `Bearer ${access.key}`, "content-type": "application/json" },
    body: JSON.stringify({ refresh: "force_blocking", query: { kind: "ServiceSqlQuery", query } })
  })

/** The rows of the answer; throws when there is none. */
export const ask = async (access: Access, query: string): Promise<ReadonlyArray<ReadonlyArray<unknown>>> => {
  const response = await askRaw(access, query)
  if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`)
  return ((await response.json()) as { readonly results: ReadonlyArray<ReadonlyArray<unknown>> }).results
}

/** Asks again until the answer is the expected one; the test's time-out is the bound. */
export const settles = async <A>(question: () => Promise<A>, expected: A): Promise<void> => {
  while (await question() !== expected) await pause(50)
}
