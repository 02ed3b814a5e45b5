import type { EventTime } from "@hedgerow/core/events/EventTime"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import type { CopyPayload, CopyTopic } from "@hedgerow/core/replication/CopyChanges"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { canonicalJson } from "@hedgerow/sql/types/CanonicalJson"
import { cellsOf } from "../protocol/Cells.ts"
import { rowOf, textField, timeField } from "../protocol/TabSeparated.ts"

type Field = string | number
type Fields<T extends CopyTopic> = (payload: CopyPayload<T>) => ReadonlyArray<Field>

const nobody = "00000000-0000-0000-0000-000000000000"
const noTime = timeField(0 as EventTime)

/** The fields of `properties` and `cells`. */
const documentFields = (properties: JsonRecord): ReadonlyArray<Field> => {
  const text = canonicalJson(properties)
  return [textField(text), textField(cellsOf(text))]
}

const noDocument: ReadonlyArray<Field> = ["{}", "{}"]

/** The columns between the project and the position, in this order; a removed row has its key only. */
const tables: { readonly [T in CopyTopic]: { readonly columns: ReadonlyArray<string>; readonly fields: Fields<T> } } = {
  persons: {
    columns: ["id", "created_at", "is_identified", "version", "properties", "cells"],
    fields: (change) =>
      change.op === "remove"
        ? [change.id, noTime, "false", 0, ...noDocument]
        : [
          change.id,
          timeField(change.created_at),
          String(change.is_identified),
          change.version,
          ...documentFields(change.properties)
        ]
  },
  person_distinct_ids: {
    columns: ["distinct_id", "person_id"],
    fields: (change) => [textField(change.distinct_id), change.op === "set" ? change.person_id : nobody]
  },
  person_overrides: {
    columns: ["old_person_id", "person_id"],
    fields: (change) => [change.old_person_id, change.op === "set" ? change.person_id : nobody]
  },
  groups: {
    columns: ["group_type_index", "group_key", "created_at", "updated_at", "properties", "cells"],
    fields: (change) => [
      change.group_type_index,
      textField(change.group_key),
      ...(change.op === "remove"
        ? [noTime, noTime, ...noDocument]
        : [timeField(change.created_at), timeField(change.updated_at), ...documentFields(change.properties)])
    ]
  },
  cohort_members: {
    columns: ["cohort_id", "person_id"],
    fields: (change) => [change.cohort_id, change.person_id]
  }
}

/** The columns of a copy in the order `copyRow` writes them. */
export const copyColumns = (topic: CopyTopic): ReadonlyArray<string> => [
  "project_id",
  ...tables[topic].columns,
  "position",
  "is_deleted"
]

/** One change as a line of TabSeparated text. Of the rows with one key the one with the highest position counts. */
export const copyRow = <T extends CopyTopic>(
  topic: T,
  project: ProjectId,
  position: number,
  payload: CopyPayload<T>
): string => rowOf([project, ...tables[topic].fields(payload), position, payload.op === "remove" ? 1 : 0])
