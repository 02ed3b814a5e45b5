import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete"
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands"
import { sql, StandardSQL } from "@codemirror/lang-sql"
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting } from "@codemirror/language"
import { forceLinting, linter } from "@codemirror/lint"
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search"
import { EditorState, Prec } from "@codemirror/state"
import {
  crosshairCursor,
  drawSelection,
  EditorView,
  highlightActiveLine,
  keymap,
  lineNumbers,
  placeholder,
  rectangularSelection
} from "@codemirror/view"
import { tags } from "@lezer/highlight"
import { type RefObject, useEffect, useRef } from "react"
import type { Here } from "../../api/Project.ts"
import { styleNonce } from "../../browser/Nonce.ts"
import { completions, diagnostics } from "./EditorServer.ts"
import type { VariableValues } from "./VariableNames.ts"

const colours = HighlightStyle.define([
  { tag: tags.keyword, color: "var(--console-accent)", fontWeight: "600" },
  { tag: [tags.string, tags.special(tags.string)], color: "light-dark(#8a4b08, #f0b27a)" },
  { tag: [tags.number, tags.bool, tags.null], color: "light-dark(#194f81, #8cc2f5)" },
  { tag: tags.comment, color: "var(--mantine-color-dimmed)", fontStyle: "italic" }
])

const look = EditorView.theme({
  "&": { backgroundColor: "transparent", color: "var(--mantine-color-text)" },
  ".cm-content": { caretColor: "var(--mantine-color-text)", fontFamily: "var(--mantine-font-family-monospace)" },
  ".cm-cursor": { borderLeftColor: "var(--mantine-color-text)" },
  ".cm-gutters": {
    backgroundColor: "transparent",
    color: "var(--mantine-color-dimmed)",
    border: "none"
  },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "var(--console-soft)" },
  "&.cm-focused .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "light-dark(#cfe5d9, #24503b) !important"
  },
  ".cm-placeholder": { color: "var(--mantine-color-placeholder)" },
  ".cm-tooltip": {
    backgroundColor: "var(--mantine-color-body)",
    border: "1px solid var(--console-line)",
    borderRadius: "8px"
  },
  ".cm-tooltip-autocomplete ul li[aria-selected]": {
    backgroundColor: "light-dark(#1c6b43, #237d50)",
    color: "#ffffff"
  },
  ".cm-completionDetail": { opacity: "0.9", marginLeft: "1em" }
})

/** What the page may ask of the editor. */
export interface EditorHandle {
  /** The selected text, or all of it. */
  readonly wanted: () => string
  /** All of the text. */
  readonly text: () => string
  readonly insert: (text: string) => void
  readonly replace: (text: string) => void
}

interface EditorProps {
  readonly here: Here
  readonly initial: string
  readonly handle: RefObject<EditorHandle | null>
  /** The variables of a statement, and the number of all that are known: with another number it is checked anew. */
  readonly variables: (sql: string) => VariableValues
  readonly known: number
  readonly onChange: (text: string) => void
  readonly onRun: () => void
}

/** The keys of the editor; Tab leaves it, so that nobody is caught in it. */
const keys = keymap.of([
  ...closeBracketsKeymap,
  ...defaultKeymap.filter(({ key }) => key !== "Mod-Enter"),
  ...historyKeymap,
  ...searchKeymap,
  ...completionKeymap
])

/** An editor of SQL that asks the server for completions and faults. */
export const Editor = ({ handle, here, initial, known, onChange, onRun, variables }: EditorProps) => {
  const box = useRef<HTMLDivElement>(null)
  const shown = useRef<EditorView>(null)
  const latest = useRef({ onChange, onRun, variables })
  useEffect(() => {
    latest.current = { onChange, onRun, variables }
  })
  useEffect(() => {
    if (shown.current !== null) forceLinting(shown.current)
  }, [known])
  useEffect(() => {
    if (box.current === null) return undefined
    const run = () => {
      latest.current.onRun()
      return true
    }
    const view = new EditorView({
      parent: box.current,
      state: EditorState.create({
        doc: initial,
        extensions: [
          EditorView.cspNonce.of(styleNonce),
          Prec.highest(keymap.of([{ key: "Mod-Enter", run }])),
          EditorState.allowMultipleSelections.of(true),
          lineNumbers(),
          history(),
          drawSelection(),
          rectangularSelection(),
          crosshairCursor(),
          indentOnInput(),
          bracketMatching(),
          closeBrackets(),
          highlightActiveLine(),
          highlightSelectionMatches(),
          sql({ dialect: StandardSQL }),
          syntaxHighlighting(colours),
          look,
          autocompletion({ override: [completions(here)], activateOnTypingDelay: 150 }),
          linter(diagnostics(here, (sql) => latest.current.variables(sql)), { delay: 500 }),
          keys,
          EditorView.lineWrapping,
          placeholder("SELECT event, count() FROM events GROUP BY event"),
          EditorView.contentAttributes.of({ "aria-label": "SQL" }),
          EditorView.updateListener.of(({ docChanged, state }) => {
            if (docChanged) latest.current.onChange(state.doc.toString())
          })
        ]
      })
    })
    shown.current = view
    handle.current = {
      text: () => view.state.doc.toString(),
      wanted: () => {
        const { from, to } = view.state.selection.main
        return from === to ? view.state.doc.toString() : view.state.sliceDoc(from, to)
      },
      insert: (text) => {
        view.dispatch(view.state.replaceSelection(text))
        view.focus()
      },
      replace: (text) => {
        view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } })
        view.focus()
      }
    }
    return () => {
      handle.current = null
      shown.current = null
      view.destroy()
    }
    // The text is the editor's own from then on.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [here, handle])
  return <div className="editor" ref={box} />
}
