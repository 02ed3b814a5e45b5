import { Effect } from "effect"

/** One server-sent event. */
export interface Received {
  readonly id: string
  readonly event: string
  readonly data: unknown
}

const parse = (block: string): Received => {
  const fields = new Map(
    block.split("\n").map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)])
  )
  return {
    id: fields.get("id") ?? "",
    event: fields.get("event") ?? "",
    data: JSON.parse(fields.get("data") ?? "null")
  }
}

/** Reads a stream's events one by one; undefined once it has ended. */
export const readerOf = (response: Response) => {
  const reader = (response.body ?? new ReadableStream<Uint8Array<ArrayBuffer>>())
    .pipeThrough(new TextDecoderStream()).getReader()
  let text = ""
  const takeBlock = (): string | undefined => {
    const end = text.indexOf("\n\n")
    if (end === -1) return undefined
    const block = text.slice(0, end)
    text = text.slice(end + 2)
    return block
  }
  const next: Effect.Effect<Received | undefined> = Effect.suspend(() => {
    const block = takeBlock()
    if (block !== undefined) return block.includes("data: ") ? Effect.succeed(parse(block)) : next
    return Effect.flatMap(Effect.promise(() => reader.read()), (part) => {
      if (part.done) return Effect.undefined
      text += part.value
      return next
    })
  })
  return { next, close: Effect.promise(() => reader.cancel()) }
}
