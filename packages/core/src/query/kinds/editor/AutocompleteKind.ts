import { Effect, Layer, Schema } from "effect"
import type { DefinitionRepository } from "../../../definitions/DefinitionRepository.ts"
import { component, field, ignored } from "../../../shared/DocumentedSchema.ts"
import { answerable } from "../../AnswerQuery.ts"
import { decodeNode } from "../../DecodeNode.ts"
import { plainKind } from "../../PlainKind.ts"
import type { QueryKind } from "../../QueryKind.ts"
import { QueryKinds } from "../../QueryKinds.ts"
import { modifiersField } from "../../QueryModifiers.ts"
import { versionField } from "../sql/SqlNode.ts"
import { AutocompleteAnswer } from "./EditorAnswers.ts"
import { languageField, MetadataNode } from "./MetadataNode.ts"
import { makeSuggest, type Suggested } from "./Suggestions.ts"
import { amongColumns } from "./TextScope.ts"

const Position = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))

const AutocompleteNode = Schema.Struct({
  kind: field(Schema.Literal("HogQLAutocomplete"), "The kind of the query."),
  language: languageField,
  query: field(Schema.String, "The text, which need not be a query yet."),
  startPosition: field(Position, "The start of the word at the cursor, in characters from 0."),
  endPosition: field(Position, "The place of the cursor, in characters from 0."),
  filters: MetadataNode.fields.filters,
  globals: MetadataNode.fields.globals,
  sourceQuery: MetadataNode.fields.sourceQuery,
  modifiers: modifiersField,
  version: versionField,
  response: ignored,
  tags: ignored
}).annotate(component("HogQLAutocomplete", "Suggestions at a cursor of an SQL text.", {
  examples: [{
    kind: "HogQLAutocomplete",
    language: "hogQL",
    query: "SELECT ev FROM events",
    startPosition: 7,
    endPosition: 9
  }]
}))
type AutocompleteNode = typeof AutocompleteNode.Type

/** Suggestions at a cursor of a text, which need not be a query yet. */
export const autocomplete = (
  suggest: Effect.Success<typeof makeSuggest>
): QueryKind<AutocompleteNode, Suggested> => ({
  kind: "HogQLAutocomplete",
  ...plainKind,
  node: AutocompleteNode,
  answer: AutocompleteAnswer,
  freshness: () => ({ interval: "none", until: undefined }),
  decode: decodeNode(AutocompleteNode),
  significant: ({ endPosition, language, query, sourceQuery }) => ({ endPosition, language, query, sourceQuery }),
  run: ({ endPosition, query, sourceQuery }, run) => {
    const cursor = Math.min(endPosition, query.length)
    if (sourceQuery === undefined || sourceQuery === null) return suggest(run, query, cursor)
    const placed = amongColumns(sourceQuery.query, query)
    return suggest(run, placed.text, placed.start + cursor)
  },
  encode: ({ isIncomplete, suggestions }, { envelope }) => ({
    ...envelope,
    suggestions,
    incomplete_list: isIncomplete
  }),
  encodeFailure: (_detail, { envelope }) => ({ ...envelope, suggestions: [], incomplete_list: false })
})

/** The kind for completion, beside those that are known. */
export const layer: Layer.Layer<never, never, DefinitionRepository> = Layer.effect(
  QueryKinds,
  Effect.gen(function*() {
    return [...(yield* QueryKinds), answerable(autocomplete(yield* makeSuggest))]
  })
)
