import { type Sleep, sleep } from "./Sleep.ts"

/** How a client reaches its server. */
export interface ClientOptions {
  /** The address of the server, with the prefix of its paths if it has one. */
  readonly url: string
  /** A personal API key (`phx_…`), or a project's secret (`phs_…`) where that is enough. Left out for public operations. */
  readonly key?: string
  /** The project that calls are about; the caller's current one (`@current`) by default. */
  readonly project?: string | number
  /** Headers of every request, such as those of a login of your own. */
  readonly headers?: Readonly<Record<string, string>>
  /** The most times that a request is sent again; 3 by default, 0 for never. */
  readonly retries?: number
  /** Sends a request; the global `fetch` by default. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>
  /** Waits between retries and polls; a timer by default. */
  readonly sleep?: Sleep
}

/** The options with their defaults. */
export type Settings = Required<Omit<ClientOptions, "key">>

export const settingsOf = ({ headers, key, project = "@current", url, ...rest }: ClientOptions): Settings => ({
  retries: 3,
  fetch: (address, init) => fetch(address, init),
  sleep,
  ...rest,
  project,
  url: url.replace(/\/+$/, ""),
  headers: { ...key === undefined ? undefined : { authorization: `Bearer ${key}` }, ...headers }
})
