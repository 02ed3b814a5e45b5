import { type ProjectApi, projectApi } from "@hedgerow/server/transfer/posthog/ProjectApi"
import type { Fetch } from "./CopyCase.ts"

/** A response of an API. */
export const json = (body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json", ...headers } })

/** A refusal of an API. */
export const refusal = (status: number, detail: string): Response =>
  json({ type: "error", code: "refused", detail, attr: null }, status, { "retry-after": "0" })

/** A page of a list by limit and offset, with a link whose host is another one, as behind a proxy. */
export const page = (url: URL, all: ReadonlyArray<object>): Response => {
  const [limit, offset] = [Number(url.searchParams.get("limit")), Number(url.searchParams.get("offset"))]
  const next = new URL(url)
  next.host = "internal.example:8000"
  next.searchParams.set("offset", String(offset + limit))
  return json({
    count: all.length,
    next: offset + limit < all.length ? next.href : null,
    previous: null,
    results: all.slice(offset, offset + limit)
  })
}

/** The answers of a source by their paths: a list of records, or a function of the address. */
export type Shapes = Readonly<Record<string, ReadonlyArray<object> | ((url: URL) => Response)>>

/** A source that answers what is given; other lists are empty, other records are not there. */
export const shapedSource = (shapes: Shapes): ProjectApi => {
  const fetch: Fetch = (input) => {
    const url = new URL(input)
    const path = url.pathname.replace("/api/projects/1/", "")
    const shape = shapes[path] ?? (/\d/.test(path) ? undefined : [])
    if (typeof shape === "function") return Promise.resolve(shape(url))
    return Promise.resolve(shape === undefined ? refusal(404, "Not found.") : page(url, shape))
  }
  return projectApi({ name: "the source", base: "https://source.example/api/projects/1/", key: undefined, fetch })
}

/** A person of the reference service. */
export const personShape = (name: string, more: object = {}) => ({
  id: name,
  uuid: name,
  distinct_ids: [name],
  properties: { plan: "pro" },
  created_at: "2025-02-01T00:00:00Z",
  ...more
})
