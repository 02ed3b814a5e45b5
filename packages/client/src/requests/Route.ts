/** An operation of the contract, read from its line in the table. */
export interface Route {
  readonly method: string
  readonly path: string
  readonly isPaged: boolean
  /** Whether sending the request twice does no more than sending it once. */
  readonly isRepeatable: boolean
  readonly headers: ReadonlyArray<string>
}

const repeatable = new Set(["GET", "PUT", "DELETE"])

/** Reads a line of the table of operations. */
export const routeOf = (line: string): Route => {
  const [method = "", path = "", ...words] = line.split(" ")
  return {
    method,
    path,
    isPaged: words.includes("pages"),
    isRepeatable: repeatable.has(method) || words.includes("repeatable"),
    headers: words.filter((word) => word !== "pages" && word !== "repeatable")
  }
}

/** The arguments of a call: the fields of the path, of the query string and of headers by their names, and the body. */
export type RouteArguments = Readonly<Record<string, unknown>>

const fieldOf = (args: RouteArguments, name: string): string => {
  const value = args[name]
  if ((typeof value === "string" && value !== "") || typeof value === "number") return encodeURIComponent(value)
  throw new TypeError(`The call needs ${name}.`)
}

const hasValue = ([, value]: readonly [string, unknown]): boolean => value !== undefined && value !== null

/** The address below the server's, of a call with these arguments. */
export const addressOf = ({ headers, path }: Route, args: RouteArguments): string => {
  const taken = new Set(["body", "project_id", ...headers])
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    taken.add(name)
    return fieldOf(args, name)
  })
  const query = new URLSearchParams(
    Object.entries(args).filter((entry) => hasValue(entry) && !taken.has(entry[0])).map(([name, value]) => [
      name,
      String(value)
    ])
  ).toString()
  return query === "" ? address : `${address}?${query}`
}

/** The headers of a call with these arguments. */
export const headersOf = (route: Route, args: RouteArguments): Readonly<Record<string, string>> => ({
  ...args["body"] === undefined ? undefined : { "content-type": "application/json" },
  ...Object.fromEntries(
    route.headers.map((name) => [name, args[name]] as const).filter(hasValue).map(([name, value]) => [
      name,
      String(value)
    ])
  )
})
