import { experimentKinds } from "@hedgerow/core/experiments/kinds/ExperimentKinds"
import { answerable, type AnswerableKind } from "@hedgerow/core/query/AnswerQuery"
import { autocomplete } from "@hedgerow/core/query/kinds/editor/AutocompleteKind"
import { QueryKinds } from "@hedgerow/core/query/QueryKinds"
import { isJsonRecord, type JsonRecord, recordOrEmpty } from "@hedgerow/core/shared/JsonRecord"
import type { Steps } from "@hedgerow/sql/types/Steps"
import { Context, Effect, Schema } from "effect"
import { nodeText } from "./NodeTexts.ts"

/** Every kind that is documented: those of the registry, and those that storages add to it. */
const kinds = (): ReadonlyArray<AnswerableKind> => [
  ...Context.get(Context.empty(), QueryKinds),
  ...experimentKinds(() => Effect.never),
  answerable(autocomplete(() => Effect.never))
]

const scalarNames: ReadonlySet<string> = new Set([
  "type",
  "enum",
  "const",
  "format",
  "minimum",
  "maximum",
  "minLength",
  "maxLength",
  "pattern"
])

/** The outline of a schema: the types of values, without the contents of objects. */
const outline = (schema: unknown, definitions: JsonRecord): JsonRecord => {
  const { $ref, anyOf, items, ...own } = recordOrEmpty(schema)
  if (typeof $ref === "string") return outline(definitions[$ref.slice($ref.lastIndexOf("/") + 1)], definitions)
  if (Array.isArray(anyOf)) return { anyOf: anyOf.map((part) => outline(part, definitions)) }
  const scalars = Object.fromEntries(Object.entries(own).filter(([key]) => scalarNames.has(key)))
  return { ...scalars, ...isJsonRecord(items) ? { items: outline(items, definitions) } : {} }
}

/** The schema of a kind's nodes: each of its fields with its text; docs/insights describe their contents. */
const schemaOf = ({ kind, node }: AnswerableKind): ReadonlyArray<readonly [name: string, schema: JsonRecord]> => {
  if (node === undefined) return []
  const { definitions, schema } = Schema.toJsonSchemaDocument(node)
  const { properties, required } = recordOrEmpty(schema)
  const fields = Object.entries(recordOrEmpty(properties)).map(([name, field]) => [
    name,
    { ...outline(field, definitions), description: nodeText(kind, name) }
  ])
  return [[kind, {
    type: "object",
    properties: Object.fromEntries(fields),
    required,
    description: `A query of the kind ${kind}.`
  }]]
}

/** The schemas of the nodes of all kinds, by the kinds' names; a step for each kind. */
export function* nodeSchemas(): Steps<JsonRecord> {
  const schemas: Array<readonly [name: string, schema: JsonRecord]> = []
  for (const kind of kinds()) {
    schemas.push(...schemaOf(kind))
    yield
  }
  return Object.fromEntries(schemas)
}
