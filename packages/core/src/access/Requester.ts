import type { Caller } from "./Caller.ts"
import { ProjectSecretKey } from "./ProjectSecretKey.ts"

/** The sender of a request: a user, or a server that holds a project's secret and acts for no user. */
export type Requester = Caller | ProjectSecretKey

export const isProjectSecret = (requester: Requester): requester is ProjectSecretKey =>
  requester instanceof ProjectSecretKey

/** The id of the key the request came with; a host application's own login has none. */
export const keyIdOf = (requester: Requester): string | undefined =>
  isProjectSecret(requester) ? requester.id : requester.key?.id

/** The name by which the requests of a credential are counted: a key, or a session; a host application's login has none. */
export const countedAs = (requester: Requester): string | undefined =>
  keyIdOf(requester) ?? (isProjectSecret(requester) ? undefined : requester.session)
