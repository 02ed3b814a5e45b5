import type { Completion, CompletionContext, CompletionResult } from "@codemirror/autocomplete"
import type { Diagnostic } from "@codemirror/lint"
import type { EditorView } from "@codemirror/view"
import type { Here } from "../../api/Project.ts"
import type { VariableValues } from "./VariableNames.ts"

const icons: Readonly<Record<string, string>> = {
  Class: "class",
  Field: "property",
  Function: "function",
  Property: "property"
}

/** The server's suggestions at the cursor. While a word is written on, they are narrowed here. */
export const completions =
  ({ client }: Here) => async (context: CompletionContext): Promise<CompletionResult | null> => {
    const word = context.matchBefore(/[\w$]*/)
    const from = word?.from ?? context.pos
    const before = context.state.sliceDoc(Math.max(0, from - 1), from)
    if (!context.explicit && from === context.pos && before !== ".") return null
    const { incomplete_list, suggestions } = await client.query.ask({
      query: {
        kind: "HogQLAutocomplete",
        language: "hogQL",
        query: context.state.doc.toString(),
        startPosition: from,
        endPosition: context.pos
      }
    })
    if (context.aborted) return null
    const options = suggestions.map(({ detail, documentation, insertText, kind, label }): Completion => {
      const shown = { label, detail, apply: insertText, type: icons[kind] ?? "text" }
      return documentation === "" ? shown : Object.assign(shown, { info: documentation })
    })
    return { from, options, ...incomplete_list ? {} : { validFor: /^[\w$]*$/ } }
  }

interface Notice {
  readonly message: string
  readonly start?: number
  readonly end?: number
  readonly fix?: string
}

/** The faults that the server finds in the text, under their places. */
export const diagnostics = (
  { client }: Here,
  variables: (sql: string) => VariableValues
) =>
async (view: EditorView): Promise<ReadonlyArray<Diagnostic>> => {
  const { doc } = view.state
  if (doc.toString().trim() === "") return []
  const { errors, warnings } = await client.query.ask({
    query: {
      kind: "HogQLMetadata",
      language: "hogQL",
      query: doc.toString(),
      variables: variables(doc.toString())
    }
  })
  const shown = (severity: Diagnostic["severity"]) => ({ end, fix, message, start }: Notice): Diagnostic => {
    const from = Math.min(start ?? 0, doc.length)
    const to = Math.min(Math.max(end ?? doc.length, from), doc.length)
    const apply = fix === undefined
      ? {}
      : {
        actions: [{
          name: `Write ${fix}`,
          apply: (view: EditorView, from: number, to: number) => view.dispatch({ changes: { from, to, insert: fix } })
        }]
      }
    return { from, to, message, severity, ...apply }
  }
  return [...errors.map(shown("error")), ...warnings.map(shown("warning"))]
}
