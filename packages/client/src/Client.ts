import type { Arguments, OperationId } from "./calls/Call.ts"
import { Pages } from "./calls/Pages.ts"
import { operations } from "./contract/Operations.ts"
import type { Calls, QueryCalls } from "./groups/Calls.ts"
import { type QueryWays, queryWays } from "./queries/QueryWays.ts"
import { type Route, type RouteArguments, routeOf } from "./requests/Route.ts"
import { type CallOptions, send, valueOf } from "./requests/Send.ts"
import { type ClientOptions, type Settings, settingsOf } from "./requests/Settings.ts"

/** The operations of the contract by group, and ways to use them that take more than one request. */
export interface Client extends Omit<Calls, "query"> {
  readonly query: QueryCalls & QueryWays
  /** The same client, about another project. */
  readonly inProject: (project: string | number) => Client
  /** The whole answer of an operation: its status, its headers and its body unread. An error is thrown as by other calls. */
  readonly response: <Id extends OperationId>(id: Id, args: Arguments<Id>, options?: CallOptions) => Promise<Response>
}

const methodOf = (settings: Settings, route: Route) => (args: RouteArguments = {}, options: CallOptions = {}) => {
  const ask = async (given: RouteArguments): Promise<unknown> => valueOf(await send(settings, route, given, options))
  return route.isPaged ? new Pages(ask, args) : ask(args)
}

const callsOf = (settings: Settings): Calls =>
  Object.fromEntries(
    Object.entries(operations).map(([group, lines]) => [
      group,
      Object.fromEntries(Object.entries(lines).map(([name, line]) => [name, methodOf(settings, routeOf(line))]))
    ])
  ) as unknown as Calls

const lineOf = (id: string): string => {
  const [group = "", name = ""] = id.split(".")
  const line = (operations as Readonly<Record<string, Readonly<Record<string, string>>>>)[group]?.[name]
  if (line === undefined) throw new TypeError(`There is no operation ${id}.`)
  return line
}

const clientOf = (settings: Settings): Client => {
  const { query, ...calls } = callsOf(settings)
  const run = routeOf(operations.query.run)
  return {
    ...calls,
    query: {
      ...query,
      ...queryWays({
        send: (body, options) => send(settings, run, { body }, options),
        status: async (id, options) =>
          (await send(settings, routeOf(operations.query.status), { id, show_progress: true }, options)).json(),
        cancel: (id) => query.cancel({ id }),
        sleep: settings.sleep
      })
    },
    inProject: (project) => clientOf({ ...settings, project }),
    response: async (id, args, options) => send(settings, routeOf(lineOf(id)), args, options)
  }
}

/** A client of the server at `url`. Nothing is sent before a call. */
export const createClient = (options: ClientOptions): Client => clientOf(settingsOf(options))
