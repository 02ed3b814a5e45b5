import { Context } from "effect"
import { HttpApi, OpenApi } from "effect/http-api"
import { Api } from "./Api.ts"
import { type Access, RequiredScope, TakesProjectSecrets } from "./auth/RequiredScope.ts"
import { errorDescriptions } from "./errors/ApiError.ts"
import { intParamFormat } from "./requests/IntParam.ts"

const openApiPath = (path: string): string => path.replace(/:(\w+)/g, "{$1}")

interface Gate {
  readonly access: Access
  readonly takesProjectSecrets: boolean
}

const gatesByOperation = (): ReadonlyMap<string, Gate> => {
  const found = new Map<string, Gate>()
  HttpApi.reflect(Api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint, mergedAnnotations }) => {
      const access = Context.get(mergedAnnotations, RequiredScope)
      if (access === undefined) return
      const takesProjectSecrets = Context.get(mergedAnnotations, TakesProjectSecrets)
      found.set(`${endpoint.method.toLowerCase()} ${openApiPath(endpoint.path)}`, { access, takesProjectSecrets })
    }
  })
  return found
}

/** What the document says of who is let in. */
const gateFields = (gate: Gate | undefined) => ({
  "x-required-scope": gate?.access,
  ...(gate?.takesProjectSecrets === true ? { "x-takes-project-secrets": true } : undefined)
})

const isNumberInText = (schema: Readonly<Record<string, unknown>>): boolean => schema["format"] === intParamFormat

/** Said of objects whose further fields may be anything: so may those of all others. */
const anyFields = JSON.stringify([{ type: "object", additionalProperties: {} }])

const isNoise = (key: string, value: unknown): boolean =>
  (key === "additionalProperties" && value === false)
  || (key === "allOf" && JSON.stringify(value) === anyFields)
  || ((key === "minimum" || key === "maximum") && Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER)

/** Says what a client needs to know: unknown fields are allowed, and number parameters are numbers. */
const simplify = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(simplify)
  if (typeof value !== "object" || value === null) return value
  const object = value as Readonly<Record<string, unknown>>
  if (isNumberInText(object)) return { type: "integer" }
  const kept = Object.entries(object).filter(([key, field]) => !isNoise(key, field))
  return Object.fromEntries(kept.map(([key, field]) => [key, simplify(field)]))
}

const describeErrors = (responses: OpenApi.OpenAPISpecResponses): OpenApi.OpenAPISpecResponses => {
  const described = Object.entries(errorDescriptions).flatMap(([status, description]) => {
    const response = responses[Number(status)]
    return response === undefined ? [] : [[status, { ...response, description }]]
  })
  return { ...responses, ...Object.fromEntries(described) }
}

/** The OpenAPI 3.1 document of the whole contract; each operation names the scope it needs as `x-required-scope`. */
export const openApiDocument = (): unknown => {
  const document = OpenApi.fromApi(Api)
  const gates = gatesByOperation()
  const paths = Object.entries(document.paths).map(([path, item]) => [
    path,
    Object.fromEntries(
      (Object.entries(item) as ReadonlyArray<[string, OpenApi.OpenAPISpecOperation]>).map(([method, operation]) => [
        method,
        {
          ...operation,
          responses: describeErrors(operation.responses),
          ...gateFields(gates.get(`${method} ${path}`))
        }
      ])
    )
  ])
  return simplify({ ...document, paths: Object.fromEntries(paths) })
}
