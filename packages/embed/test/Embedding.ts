import type { Embedded } from "@hedgerow/embed"

/** Sends JSON as the owner of a key, or with headers of its own. */
export const sender = ({ fetch }: Pick<Embedded, "fetch">, key: string | undefined) => {
  const signed = key === undefined ? {} : { authorization: `Bearer ${key}` }
  return async (method: string, path: string, body?: unknown, headers: Record<string, string> = signed) => {
    const response = await fetch(
      new Request(`http://hedgerow.test${path}`, {
        method,
        headers: { "content-type": "application/json", ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) })
      })
    )
    const text = await response.text()
    return { status: response.status, body: text === "" ? undefined : JSON.parse(text) as Record<string, unknown> }
  }
}

/** The body of a request for SQL. */
export const sql = (query: string, more: object = {}) => ({ query: { kind: "ServiceSqlQuery", query }, ...more })
