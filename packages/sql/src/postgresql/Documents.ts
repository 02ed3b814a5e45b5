import { isComposite, type SqlType } from "../types/SqlType.ts"
import { isNative, pgType } from "./PgType.ts"

type Fresh = () => string

/** The value as a member of a document, in the form that `CellText.ts` writes and `DecodeRows.ts` reads. */
export const toDocument = (x: string, type: SqlType): string => {
  switch (type.kind) {
    case "Bool":
      return `to_jsonb(${x})`
    case "Date":
      return `to_jsonb((${x} - '1970-01-01'::date)::text)`
    case "DateTime64":
      return `to_jsonb(((extract(epoch FROM ${x}) * 1000000)::int8)::text)`
    case "Float64":
      // Documents distinguish the zeros.
      return `to_jsonb((${x} + 0.0)::text)`
    case "JSON":
      return `to_jsonb(hg_json(${x}))`
    case "Nothing":
      return "NULL::jsonb"
    case "Array":
      return isNative(type) ? arrayDocument(x, type.element) : x
    default:
      return isComposite(type) ? x : `to_jsonb(${x}::text)`
  }
}

/** Functions, and no sub-query: an aggregate of constants in one would count the rows of that query. */
const arrayDocuments: Partial<Record<SqlType["kind"], string>> = {
  Date: "hg_dates_document",
  DateTime64: "hg_times_document",
  Float64: "hg_floats_document"
}

const arrayDocument = (x: string, { kind }: SqlType): string => {
  if (kind === "Bool") return `to_jsonb(${x})`
  const name = arrayDocuments[kind]
  return name === undefined ? `to_jsonb(${x}::text[])` : `COALESCE(${name}(${x}), '[]'::jsonb)`
}

/** The value of a member of a document. */
export const fromDocument = (x: string, type: SqlType, fresh: Fresh): string => {
  const text = `(${x} #>> '{}')`
  switch (type.kind) {
    case "Date":
      return `('1970-01-01'::date + ${text}::int4)`
    case "DateTime64":
      return `('1970-01-01 00:00:00+00'::timestamptz + ${text}::int8 * interval '1 microsecond')`
    case "JSON":
      return `${text}::jsonb`
    case "Array":
      return isNative(type) ? arrayOfDocument(x, type.element, fresh) : x
    default:
      return isComposite(type) ? x : `${text}::${pgType(type)}`
  }
}

const arrayOfDocument = (x: string, element: SqlType, fresh: Fresh): string => {
  const name = fresh()
  return `ARRAY(SELECT ${fromDocument(`${name}.e`, element, fresh)} FROM jsonb_array_elements(${x}) WITH ORDINALITY `
    + `AS ${name}(e, o) ORDER BY ${name}.o)`
}

/** Several documents as one list. */
export const documentList = (documents: ReadonlyArray<string>): string =>
  documents.length === 0 ? "'[]'::jsonb" : `to_jsonb(ARRAY[${documents.join(", ")}]::jsonb[])`
