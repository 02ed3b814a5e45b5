import { serverTarget } from "@hedgerow/server/transfer/import/ImportTarget"
import { copyProject, type CopyReport } from "@hedgerow/server/transfer/posthog/CopyProject"
import { type ProjectApi, projectApi } from "@hedgerow/server/transfer/posthog/ProjectApi"
import type { Outcome } from "@hedgerow/server/transfer/posthog/Report"
import type { StartedTestApi } from "@hedgerow/testing"
import { Effect, Redacted } from "effect"
import { FetchHttpClient } from "effect/http"

/** `fetch` as the copy uses it. */
export type Fetch = (input: string, init: RequestInit) => Promise<Response>

/** The API of a project, as the copy reads and writes it. */
export const apiOf = ({ fetch, host, key }: StartedTestApi, through: Fetch = fetch): ProjectApi =>
  projectApi({
    name: "a project",
    base: `${host}/api/projects/@current/`,
    key: Redacted.make(key),
    fetch: through
  })

/** Ways of a copy that differ from the usual one. */
export interface CopyOptions {
  readonly isDry?: boolean
  readonly hasPeople?: boolean
  /** Between the copy and the target's records. */
  readonly through?: Fetch
  /** Between the copy and the target's capture of events. */
  readonly capturing?: Fetch
  /** Ends the copy as a kill does. */
  readonly signal?: AbortSignal
}

/** Copies a project, and answers the report and why the copy ended early. */
export const copyReport = (
  source: ProjectApi,
  target: StartedTestApi,
  { capturing = target.fetch, hasPeople = true, isDry = false, signal, through }: CopyOptions = {}
): Promise<CopyReport> =>
  Effect.gen(function*() {
    const events = yield* serverTarget(target.host, target.token)
    const api = apiOf(target, through)
    return yield* copyProject({ source, target: { api, events, onProgress: () => Effect.void }, hasPeople, isDry })
  }).pipe(
    Effect.provideService(FetchHttpClient.Fetch, (input, init) => capturing(String(input), init ?? {})),
    (effect) => Effect.runPromise(effect, signal === undefined ? {} : { signal })
  )

const isChange = (input: string, init: RequestInit): boolean =>
  init.method !== "GET" && !input.includes("/query/") && !input.includes("/flags/?")

/** Counts the changes of a copy. */
export const counting = (target: StartedTestApi) => {
  let changes = 0
  const fetch: Fetch = (input, init) => {
    if (isChange(input, init)) changes++
    return target.fetch(input, init)
  }
  return { options: { through: fetch, capturing: fetch }, changes: () => changes }
}

/** Copies a project until this many changes were made, of the last of which nobody hears. */
export const copyUntil = async (source: ProjectApi, target: StartedTestApi, most: number): Promise<void> => {
  const end = new AbortController()
  let left = most
  const fetch: Fetch = async (input, init) => {
    const answer = await target.fetch(input, { ...init, signal: null })
    if (isChange(input, init) && --left <= 0) end.abort()
    return answer
  }
  await copyReport(source, target, { through: fetch, capturing: fetch, signal: end.signal }).catch(() => undefined)
  if (!end.signal.aborted) throw new Error(`There are fewer than ${most} changes.`)
}

/** Copies a project, and throws where the copy ends before it is whole. */
export const copy = async (
  source: ProjectApi,
  target: StartedTestApi,
  options: CopyOptions = {}
): Promise<ReadonlyArray<Outcome>> => {
  const { failure, outcomes } = await copyReport(source, target, options)
  if (failure !== undefined) throw failure
  return outcomes
}

/** The outcomes of a kind, each as one text. */
export const named = (outcomes: ReadonlyArray<Outcome>, outcome: Outcome["outcome"]): ReadonlyArray<string> =>
  outcomes.filter((one) => one.outcome === outcome).map(({ name, what }) => `${what} ${name}`)

/** The note on a record of the report. */
export const noteOn = (outcomes: ReadonlyArray<Outcome>, what: string, name: string): string | undefined =>
  outcomes.find((one) => one.what === what && one.name === name)?.note

/** A record of a list. */
export type Listed = Readonly<Record<string, unknown>> & { readonly id: number }

/** All records of a list of a project. */
export const all = async (api: StartedTestApi, path: string): Promise<ReadonlyArray<Listed>> => {
  const { results } = await api.send("GET", `/api/projects/@current/${path}`) as {
    readonly results: ReadonlyArray<Listed>
  }
  return results
}

/** The record of a list with this name or key. */
export const oneOf = async (api: StartedTestApi, path: string, name: string): Promise<Listed> => {
  const found = (await all(api, path)).find((record) => record["name"] === name || record["key"] === name)
  if (found === undefined) throw new Error(`${path} has no ${name}`)
  return found
}

/** A record by itself. */
export const read = async (api: StartedTestApi, path: string): Promise<Listed> =>
  await api.send("GET", `/api/projects/@current/${path}`) as Listed

/** Changes a record. */
export const change = async (api: StartedTestApi, path: string, body: object): Promise<Listed> =>
  await api.send("PATCH", `/api/projects/@current/${path}`, body) as Listed
