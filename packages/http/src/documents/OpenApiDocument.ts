import { type JsonRecord, recordOrEmpty } from "@hedgerow/core/shared/JsonRecord"
import { atOnce, type Steps } from "@hedgerow/sql/types/Steps"
import { Context } from "effect"
import { HttpApi, OpenApi } from "effect/http-api"
import { type Access, RequiredScope, TakesProjectSecrets } from "../auth/RequiredScope.ts"
import { Api } from "../contract/Api.ts"
import { errorDescriptions } from "../errors/ApiError.ts"
import { DescribedHeaders } from "../shared/Described.ts"
import { componentsOf, hoist } from "./Components.ts"
import { simplify } from "./OpenApiSchemas.ts"
import { structuredSchemas } from "./StructuredSchemas.ts"

const openApiPath = (path: string): string => path.replace(/:(\w+)/g, "{$1}")

interface Gate {
  readonly access: Access
  readonly takesProjectSecrets: boolean
  /** The texts of the answer's headers, by name. */
  readonly headers: Readonly<Record<string, string>>
}

const gatesByOperation = (): ReadonlyMap<string, Gate> => {
  const found = new Map<string, Gate>()
  HttpApi.reflect(Api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint, mergedAnnotations }) => {
      const access = Context.get(mergedAnnotations, RequiredScope)
      if (access === undefined) return
      const headers = Context.get(mergedAnnotations, DescribedHeaders)
      const takesProjectSecrets = Context.get(mergedAnnotations, TakesProjectSecrets)
      found.set(`${endpoint.method.toLowerCase()} ${openApiPath(endpoint.path)}`, {
        access,
        takesProjectSecrets,
        headers
      })
    }
  })
  return found
}

const gateTexts: Readonly<Partial<Record<Access, string>>> = {
  "any key": "Any personal API key may call it.",
  "no key": "Every API key is refused: it is for the host application's own login.",
  public: "It needs no API key."
}

/** The end of an operation's text: the callers that are allowed. */
const gateText = ({ access, takesProjectSecrets }: Gate): string =>
  `${gateTexts[access] ?? `Scope: \`${access}\`.`}${
    takesProjectSecrets ? " A secret of the project opens it too." : ""
  }`

const withGate = (operation: OpenApi.OpenAPISpecOperation, gate: Gate | undefined) =>
  gate === undefined ? operation : {
    ...operation,
    description: [operation.description, gateText(gate)].filter((text) => text !== undefined).join(" "),
    "x-required-scope": gate.access,
    ...(gate.takesProjectSecrets ? { "x-takes-project-secrets": true } : undefined)
  }

/** The text of a parameter stands beside its schema. */
const describeParameter = (parameter: JsonRecord): JsonRecord => {
  const { description, ...schema } = recordOrEmpty(simplify(parameter["schema"]))
  return { ...parameter, ...(description === undefined ? undefined : { description }), schema }
}

const describeErrors = (responses: OpenApi.OpenAPISpecResponses): OpenApi.OpenAPISpecResponses => {
  const described = Object.entries(errorDescriptions).flatMap(([status, description]) => {
    const response = responses[Number(status)]
    return response === undefined ? [] : [[status, { ...response, description }]]
  })
  return { ...responses, ...Object.fromEntries(described) }
}

const withHeaders = (
  responses: OpenApi.OpenAPISpecResponses,
  headers: Gate["headers"] = {}
): OpenApi.OpenAPISpecResponses => {
  const texts = Object.entries(headers)
  const answer = responses[200]
  if (answer === undefined || texts.length === 0) return responses
  const described = texts.map(([name, description]) => [name, { description, schema: { type: "string" } }])
  return { ...responses, 200: { ...answer, headers: Object.fromEntries(described) } }
}

const schemaPrefix = "#/components/schemas/"

/** Bodies of requests show the first example of their schema. */
const withExamples = (body: JsonRecord, schemas: JsonRecord): JsonRecord => {
  const content = Object.entries(recordOrEmpty(body["content"])).map(([mediaType, media]) => {
    const schema = recordOrEmpty(recordOrEmpty(media)["schema"])
    const { $ref } = schema
    const { examples } = typeof $ref === "string" ? recordOrEmpty(schemas[$ref.slice(schemaPrefix.length)]) : schema
    const example: unknown = Array.isArray(examples) ? examples[0] : undefined
    return [mediaType, { ...recordOrEmpty(media), ...(example === undefined ? undefined : { example }) }]
  })
  return { ...body, content: Object.fromEntries(content) }
}

/** Groups with the same title are one tag, with the text of the first that has one. */
const describedOnce = (tags: OpenApi.OpenAPISpec["tags"]): OpenApi.OpenAPISpec["tags"] => {
  const found = new Map<string, OpenApi.OpenAPISpecTag>()
  for (const tag of tags) found.set(tag.name, { ...tag, ...found.get(tag.name) })
  return [...found.values()]
}

/** The scheme of keys. Viewers and generators know its name in small letters. */
const securitySchemes = {
  bearer: {
    type: "http",
    scheme: "bearer",
    description: "A personal API key (`phx_…`), or a secret of the project (`phs_…`) where an operation takes one."
  }
}

/** The steps of making the document: all of it takes a fifth of a second in a server that has just started. */
export function* openApiSteps(): Steps<unknown> {
  const document = OpenApi.fromApi(Api)
  yield
  const gates = gatesByOperation()
  const completed = (path: string, method: string, operation: OpenApi.OpenAPISpecOperation) => ({
    ...withGate(operation, gates.get(`${method} ${path}`)),
    parameters: operation.parameters.map((parameter) => describeParameter({ ...parameter })),
    responses: withHeaders(describeErrors(operation.responses), gates.get(`${method} ${path}`)?.headers),
    ...(operation.requestBody === undefined
      ? undefined
      : { requestBody: withExamples({ ...operation.requestBody }, document.components.schemas) })
  })
  const paths = Object.entries(document.paths).map(([path, item]) => [
    path,
    Object.fromEntries(
      (Object.entries(item) as ReadonlyArray<[string, OpenApi.OpenAPISpecOperation]>).map(([method, operation]) => [
        method,
        completed(path, method, operation)
      ])
    )
  ])
  yield
  const structured = yield* structuredSchemas()
  const named = new Map<string, unknown>()
  const contract = simplify(hoist({
    ...document,
    components: { ...document.components, securitySchemes },
    paths: Object.fromEntries(paths),
    tags: describedOnce(document.tags)
  }, named))
  yield
  const { components, ...rest } = recordOrEmpty(contract)
  const { schemas, ...others } = recordOrEmpty(components)
  const parts = Object.fromEntries(
    [...named].flatMap(([name, schema]) => componentsOf(name, recordOrEmpty(simplify(schema))))
  )
  return { ...rest, components: { ...others, schemas: { ...recordOrEmpty(schemas), ...parts, ...structured } } }
}

/** The OpenAPI 3.1 document of the whole contract; each operation names the scope it needs as `x-required-scope`. */
export const openApiDocument = (): unknown => atOnce(openApiSteps())
