import type { TableName, tables } from "@hedgerow/core/query/tables/Tables"
import { canonicalJson } from "@hedgerow/sql/types/CanonicalJson"
import type { Cell } from "@hedgerow/sql/types/Cell"
import type { TableRows } from "./TableSource.ts"

type Readers<Row> = Readonly<Record<string, (row: Row) => Cell>>

/** The readers of each column from a stored row. */
const readers = {
  events: {
    uuid: (row) => row.uuid,
    event: (row) => row.event,
    distinct_id: (row) => row.distinct_id,
    person_id: (row) => row.person_id,
    person_mode: (row) => row.person_mode,
    timestamp: (row) => row.timestamp,
    sent_at: (row) => row.sent_at,
    received_at: (row) => row.received_at,
    inserted_at: (row) => row.inserted_at,
    properties: (row) => row.properties,
    person_properties: (row) => row.person_properties,
    person_created_at: (row) => row.person_created_at,
    $group_0: (row) => row.group_0,
    $group_1: (row) => row.group_1,
    $group_2: (row) => row.group_2,
    $group_3: (row) => row.group_3,
    $group_4: (row) => row.group_4,
    $session_id: (row) => row.session_id,
    $window_id: (row) => row.window_id,
    elements_chain: (row) => row.elements_chain,
    lib: (row) => row.lib
  },
  persons: {
    id: (row) => row.id,
    created_at: (row) => row.created_at,
    properties: (row) => canonicalJson(row.properties),
    is_identified: (row) => row.is_identified,
    version: (row) => row.version
  },
  person_distinct_ids: { distinct_id: (row) => row.distinct_id, person_id: (row) => row.person_id },
  cohort_members: { cohort_id: (row) => row.cohort_id, person_id: (row) => row.person_id },
  person_overrides: { old_person_id: (row) => row.old_person_id, person_id: (row) => row.person_id },
  groups: {
    index: (row) => row.group_type_index,
    key: (row) => row.group_key,
    created_at: (row) => row.created_at,
    updated_at: (row) => row.updated_at,
    properties: (row) => canonicalJson(row.properties)
  }
} satisfies { readonly [T in TableName]: Record<keyof (typeof tables)[T], (row: TableRows[T]) => Cell> }

/** A parser that reads the text of each row once while the row lives. */
const parsedOnce = <Row extends object>(text: (row: Row) => string): (row: Row) => unknown => {
  const parsed = new WeakMap<Row, unknown>()
  return (row) => {
    const known = parsed.get(row)
    if (known !== undefined) return known
    const document: unknown = JSON.parse(text(row))
    parsed.set(row, document)
    return document
  }
}

/** The documents that properties are read from. */
const documents: { readonly [T in TableName]: Readonly<Record<string, (row: TableRows[T]) => unknown>> } = {
  events: {
    properties: parsedOnce((row) => row.derived),
    person_properties: parsedOnce((row) => row.person_properties)
  },
  persons: { properties: (row) => row.properties },
  person_distinct_ids: {},
  person_overrides: {},
  cohort_members: {},
  groups: { properties: (row) => row.properties }
}

/** The canonical texts of the documents. */
const documentTexts: { readonly [T in TableName]: Readers<TableRows[T]> } = {
  events: { properties: (row) => row.derived, person_properties: (row) => row.person_properties },
  persons: { properties: readers.persons.properties },
  person_distinct_ids: {},
  person_overrides: {},
  cohort_members: {},
  groups: { properties: readers.groups.properties }
}

const lookup = <A>(record: Readonly<Record<string, A>>, table: TableName, name: string): A => {
  const found = Object.hasOwn(record, name) ? record[name] : undefined
  if (found === undefined) throw new Error(`The plan reads ${table}.${name}, which the table does not have`)
  return found
}

/** Reads a column from a row of the table. */
export const columnReader = <T extends TableName>(table: T, name: string): (row: TableRows[T]) => Cell => {
  const ofTable: { readonly [K in TableName]: Readers<TableRows[K]> } = readers
  return lookup(ofTable[table], table, name)
}

/** Reads the canonical text of a JSON column from a row of the table. */
export const documentTextReader = <T extends TableName>(table: T, name: string): (row: TableRows[T]) => Cell =>
  lookup(documentTexts[table], table, name)

/** Reads the parsed document of a JSON column from a row of the table. */
export const documentReader = <T extends TableName>(table: T, name: string): (row: TableRows[T]) => unknown =>
  lookup(documents[table], table, name)

/** About how many bytes reading a row costs. */
export const rowBytes: { readonly [T in TableName]: (row: TableRows[T]) => number } = {
  events: (row) => row.properties.length + row.derived.length + row.person_properties.length + 250,
  persons: () => 250,
  person_distinct_ids: (row) => row.distinct_id.length + 16,
  person_overrides: () => 32,
  cohort_members: () => 32,
  groups: (row) => row.group_key.length + 250
}
