import { assert, describe, it } from "@effect/vitest"
import { isGrantableScope } from "@hedgerow/core/access/Scope"
import { Authorization, ProjectAuthorization } from "@hedgerow/http/auth/Authorization"
import { KeyAuthorization, ProjectKeyAuthorization } from "@hedgerow/http/auth/KeyAuthorization"
import { RequiredScope, TakesProjectSecrets } from "@hedgerow/http/auth/RequiredScope"
import { Api } from "@hedgerow/http/contract/Api"
import { openApiDocument } from "@hedgerow/http/documents/OpenApiDocument"
import { ErrorResponses } from "@hedgerow/http/errors/ErrorResponses"
import { Context } from "effect"
import { HttpApi } from "effect/http-api"

interface Walked {
  readonly name: string
  readonly path: string
  readonly method: string
  readonly access: string | undefined
  readonly takesProjectSecrets: boolean
  readonly middleware: ReadonlyArray<unknown>
  readonly errors: ReadonlyArray<number>
}

const endpoints: Array<Walked> = []
HttpApi.reflect(Api, {
  onGroup: () => {},
  onEndpoint: ({ endpoint, errors, group, mergedAnnotations, middleware }) => {
    endpoints.push({
      name: `${group.identifier}.${endpoint.identifier}`,
      path: endpoint.path,
      method: endpoint.method.toLowerCase(),
      access: Context.get(mergedAnnotations, RequiredScope),
      takesProjectSecrets: Context.get(mergedAnnotations, TakesProjectSecrets),
      middleware: [...middleware],
      errors: [...errors.keys()]
    })
  }
})

const document = openApiDocument() as {
  readonly paths: Record<string, Record<string, { readonly responses: Record<string, unknown> }>>
}

const guards: ReadonlySet<unknown> = new Set<unknown>([
  Authorization,
  KeyAuthorization,
  ProjectAuthorization,
  ProjectKeyAuthorization
])

const guardOf = (isOfProject: boolean, takesSecrets: boolean): unknown => {
  if (isOfProject) return takesSecrets ? ProjectKeyAuthorization : ProjectAuthorization
  return takesSecrets ? KeyAuthorization : Authorization
}

describe("every endpoint of the contract", () => {
  it("exists", () => assert.isAbove(endpoints.length, 15))

  for (const endpoint of endpoints) {
    const { access, errors, method, middleware, name, path, takesProjectSecrets } = endpoint
    it(`${name} names its scope, is guarded by it, and answers in the one error shape`, () => {
      assert.isDefined(access, "no RequiredScope annotation")
      if (!["public", "any key", "no key"].includes(access ?? "")) assert.isTrue(isGrantableScope(access ?? ""))
      const guard = guardOf(path.includes(":project_id"), takesProjectSecrets)
      assert.deepStrictEqual(middleware.filter((one) => guards.has(one)), access === "public" ? [] : [guard])
      assert.isTrue(middleware.includes(ErrorResponses))
      const expected = access === "public" ? [400, 500] : [400, 401, 403, 429, 500]
      assert.includeMembers([...errors], expected)
      if (path.includes(":")) assert.include(errors, 404)
    })

    it(`${name} is in the OpenAPI document with its errors and scope`, () => {
      const operation = document.paths[path.replace(/:(\w+)/g, "{$1}")]?.[method]
      assert.isDefined(operation)
      assert.includeMembers(Object.keys(operation?.responses ?? {}), errors.map(String))
      const gate = operation as Record<string, unknown> | undefined
      assert.strictEqual(gate?.["x-required-scope"], access)
      assert.strictEqual(gate?.["x-takes-project-secrets"] === true, takesProjectSecrets)
    })
  }
})
