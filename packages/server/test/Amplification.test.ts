/** The bench of amplification knows a worst request for every route that is open to the public. */
import { assert, describe, it } from "@effect/vitest"
import { openApiDocument } from "@hedgerow/http/OpenApiDocument"
import { docsPaths } from "@hedgerow/server/observability/ApiDocs"
import { metricsPath } from "@hedgerow/server/observability/MetricsRoute"

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
  ...["/openapi.json", metricsPath, ...docsPaths].map((path) => `GET ${path}`)
]

const attackedRoutes = async (): Promise<ReadonlySet<string>> => {
  const bodies = new URL("../../../bench/amplificationBodies.ts", import.meta.url).href
  const { attacks } = (await import(bodies)) as { readonly attacks: ReadonlyArray<{ readonly route: string }> }
  return new Set(attacks.map(({ route }) => route))
}

describe("the bench of amplification", () => {
  it("has a request for every public route of the contract and of the server", async () => {
    const [routes, attacked] = [publicRoutes(), await attackedRoutes()]
    assert.isAbove(routes.length, 25)
    assert.deepStrictEqual(routes.filter((route) => !attacked.has(route)), [])
  })
})
