import type { TokenStream } from "./TokenStream.ts"

/** `Nullable(String)`, `DateTime64(6, 'UTC')`, `timestamp with time zone`: the type with its spaces made regular. */
export const readTypeName = (stream: TokenStream): string =>
  stream.nested(() => {
    if (stream.peek().kind !== "word") return stream.unexpected("a type")
    let name = stream.next().value
    if (stream.acceptWords("with", "time", "zone")) name += " with time zone"
    if (!stream.acceptSymbol("(")) return name
    const parameters = [readParameter(stream)]
    while (stream.acceptSymbol(",")) parameters.push(readParameter(stream))
    stream.expectSymbol(")")
    return `${name}(${parameters.join(", ")})`
  })

const readParameter = (stream: TokenStream): string => {
  const { kind, value } = stream.peek()
  if (kind === "text") {
    const text = `'${stream.next().value.replace(/[\\']/g, "\\$&")}'`
    return stream.acceptSymbol("=") ? `${text} = ${readParameter(stream)}` : text
  }
  if (kind !== "number") return readTypeName(stream)
  stream.next()
  return value
}
