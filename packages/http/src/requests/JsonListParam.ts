import { Field } from "@hedgerow/core/shared/Field"
import { list } from "@hedgerow/core/shared/Fields"
import { Result } from "effect"

const valueOf = (text: string): unknown =>
  text.trimStart().startsWith("[") ? Result.getOrElse(Result.try((): unknown => JSON.parse(text)), () => text) : [text]

/** A query parameter with several values: a JSON list of them, or one as it is. */
export const jsonList = <A, Sent>(item: Field<A, true, Sent>): Field<ReadonlyArray<A>, true, string> => {
  const values = list(item, { maxLength: 100 })
  return Field.make((value) => values.read(typeof value === "string" ? valueOf(value) : value), { type: "string" })
}
