import { Schema } from "effect"
import { entity } from "../../entities/Entity.ts"
import { ProjectId } from "../../identity/Project.ts"
import { UserId } from "../../identity/User.ts"
import { Uuid } from "../../shared/Uuid.ts"

export const SqlVariableId = Uuid.pipe(Schema.brand("SqlVariableId"))
export type SqlVariableId = typeof SqlVariableId.Type

/** The types of variables. A value of a `List` is one of its values. */
export const variableTypes = ["String", "Number", "Boolean", "List", "Date"] as const
export type VariableType = (typeof variableTypes)[number]

/** A value that queries name as `{variables.code_name}`, with the one that counts where a query gives none. */
export class SqlVariable extends Schema.Class<SqlVariable>("SqlVariable")({
  project_id: ProjectId,
  id: SqlVariableId,
  name: Schema.String,
  type: Schema.Literals(variableTypes),
  default_value: Schema.Json,
  /** The choices of a `List`. */
  values: Schema.Json,
  /** The name in queries: it stays when the name changes. */
  code_name: Schema.String,
  created_by: Schema.NullOr(UserId),
  created_at: Schema.DateTimeUtc
}) {}

/** The entity of SQL variables. */
export const sqlVariableEntity = entity({
  name: "SqlVariable",
  table: "sql_variables",
  model: SqlVariable,
  ids: "uuid",
  jsonNulls: ["default_value", "values"],
  activity: { scope: "InsightVariable", name: ({ name }) => name }
})

/** The name in queries that a variable of this name gets. */
export const codeNameOf = (name: string): string =>
  name.replaceAll(/[^\p{L}\p{N} _]/gu, "").replaceAll(" ", "_").toLowerCase()
