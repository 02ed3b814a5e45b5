/** The bench of amplification knows a worst request for every route that is open to the public. */
import { assert, describe, it } from "@effect/vitest"
import { openApiDocument } from "@hedgerow/http/documents/OpenApiDocument"
import { consolePaths } from "@hedgerow/server/console/Console"
import { guidesPath } from "@hedgerow/server/guides/Guides"
import { docsPaths } from "@hedgerow/server/observability/ApiDocs"
import { metricsPath } from "@hedgerow/server/observability/MetricsRoute"
import { readFileSync } from "node:fs"

interface Operation {
  readonly "x-required-scope"?: string
}

type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>

/** Routes that a project token, or nothing at all, opens. */
const publicRoutes = (): ReadonlyArray<string> => [
  ...Object.entries((openApiDocument() as { readonly paths: Paths }).paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      operation["x-required-scope"] === "public" ? [`${method.toUpperCase()} ${path}`] : []
    )
  ),
  ...["/openapi.json", metricsPath, ...docsPaths, guidesPath, ...consolePaths].map((path) => `GET ${path}`)
]

interface Attack {
  readonly route: string
  readonly name: string
}

const attacksOfBench = async (): Promise<ReadonlyArray<Attack>> => {
  const bodies = new URL("../../../bench/amplificationBodies.ts", import.meta.url).href
  return ((await import(bodies)) as { readonly attacks: ReadonlyArray<Attack> }).attacks
}

const attackedRoutes = async (): Promise<ReadonlySet<string>> =>
  new Set((await attacksOfBench()).map(({ route }) => route))

describe("the bench of amplification", () => {
  it("has a request for every public route of the contract and of the server", async () => {
    const [routes, attacked] = [publicRoutes(), await attackedRoutes()]
    assert.isAbove(routes.length, 25)
    assert.deepStrictEqual(routes.filter((route) => !attacked.has(route)), [])
  })

  it("has published each of them, capture with its events in either store", async () => {
    const text = readFileSync(new URL("../../../bench/results-amplification.md", import.meta.url), "utf8")
    const rows = (await attacksOfBench()).flatMap(({ name, route }) =>
      (route === "POST /batch/" ? ["ClickHouse", "PostgreSQL"] : ["ClickHouse"]).map((storage) =>
        `| ${route} | ${name} | ${storage} |`
      )
    )
    assert.deepStrictEqual(rows.filter((row) => !text.includes(row)), [])
  })

  it("has measured eight of each at once", () => {
    const text = readFileSync(new URL("../../../bench/results-amplification.md", import.meta.url), "utf8")
    const [head = [], , ...rows] = text.split("\n").filter((line) => line.startsWith("|")).map((line) =>
      line.split(" | ")
    )
    const first = head.indexOf("8: status")
    assert.isAbove(first, 0)
    assert.deepStrictEqual(
      rows.filter((cells) => cells.slice(first).some((cell) => cell.includes("–"))).map((
        [route, name]
      ) => [route, name]),
      []
    )
  })
})
