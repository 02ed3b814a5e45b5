import { Turns } from "@hedgerow/core/shared/Turns"
import { encodeJson, type WireValue } from "@hedgerow/sql/ResultJson"
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"

/** The JSON text of a record; of its lists, which may hold many results, others go on between the items. */
const textOf = Effect.fnUntraced(function*(record: object) {
  const turns = new Turns()
  const fields: Array<string> = []
  for (const [name, value] of Object.entries(record) as ReadonlyArray<[string, WireValue | undefined]>) {
    if (value === undefined) continue
    const items = Array.isArray(value) ? value as ReadonlyArray<WireValue> : undefined
    const texts: Array<string> = []
    for (const item of items ?? []) {
      const text = encodeJson(item)
      texts.push(text)
      if (turns.areUp(text.length)) yield* Effect.yieldNow
    }
    fields.push(`${JSON.stringify(name)}:${items === undefined ? encodeJson(value) : `[${texts.join(",")}]`}`)
  }
  return `{${fields.join(",")}}`
})

/** A record as JSON, in one step. */
export const encodedRecord = (record: object): string => encodeJson(record as { readonly [field: string]: WireValue })

/** A record as a response: its results may hold integers that no number of the language has. */
export const recordText = (record: object, status = 200) =>
  Effect.map(textOf(record), (text) => HttpServerResponse.text(text, { status, contentType: "application/json" }))
