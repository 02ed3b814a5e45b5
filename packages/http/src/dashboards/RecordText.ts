import { encodeJson, type WireValue } from "@hedgerow/core/query/ResultJson"
import { Turns } from "@hedgerow/core/shared/Turns"
import { Effect } from "effect"
import { jsonPieces } from "../requests/JsonPieces.ts"

/** The pieces of a record's JSON; of its lists, which may hold many results, others go on between the items. */
const textsOf = Effect.fnUntraced(function*(record: object) {
  const turns = new Turns()
  const texts: Array<string> = []
  for (const [name, value] of Object.entries(record) as ReadonlyArray<[string, WireValue | undefined]>) {
    if (value === undefined) continue
    texts.push(`${texts.length === 0 ? "{" : ","}${JSON.stringify(name)}:`)
    if (!Array.isArray(value)) {
      texts.push(encodeJson(value))
      continue
    }
    texts.push("[")
    for (const [at, item] of (value as ReadonlyArray<WireValue>).entries()) {
      const text = encodeJson(item)
      texts.push(at === 0 ? text : `,${text}`)
      if (turns.areUp(text.length)) yield* Effect.yieldNow
    }
    texts.push("]")
  }
  texts.push(texts.length === 0 ? "{}" : "}")
  return texts
})

/** A record as JSON, in one step. */
export const encodedRecord = (record: object): string => encodeJson(record as { readonly [field: string]: WireValue })

/** A record as a response: its results may hold integers that no number of the language has. */
export const recordText = (record: object, status = 200) =>
  Effect.map(textsOf(record), (texts) => jsonPieces(texts, status))
