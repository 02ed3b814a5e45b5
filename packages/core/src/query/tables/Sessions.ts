import type { AstExpr, SelectStatement } from "@hedgerow/sql/ast/Ast"
import { parseStatement } from "@hedgerow/sql/parse/Parser"
import type { Source } from "@hedgerow/sql/plan/Plan"
import { noTables } from "@hedgerow/sql/planning/Planning"
import type { TableScan } from "@hedgerow/sql/resolve/TableScan"
import { type SqlType, withNullable } from "@hedgerow/sql/types/SqlType"
import { Result } from "effect"
import { sessionColumns } from "../../sessions/SessionColumns.ts"
import type { ProjectPlanning } from "./ProjectPlanning.ts"

const parse = (text: string): SelectStatement => {
  const statement = Result.getOrThrow(parseStatement(text))
  if (statement._tag !== "Select") throw new Error("a session is one SELECT")
  return statement
}

const parsed = new Map<string, AstExpr>()

const expressionOf = (name: string): AstExpr => {
  const known = parsed.get(name)
  if (known !== undefined) return known
  const [expr] = parse(`select ${sessionColumns.get(name)} as \`${name}\``).columns
  if (expr === undefined) throw new Error(`no column ${name}`)
  parsed.set(name, expr)
  return expr
}

const rows = parse("select 1 from events where $session_id != '' group by $session_id")

/** The sessions with these columns. */
const statementOf = (names: Iterable<string>): SelectStatement => ({
  ...rows,
  columns: Array.from(names, expressionOf)
})

/** Sessions are not stored: they are the groups of events that carry the same id, with those columns that are read. */
export const scanSessions = (planning: ProjectPlanning): TableScan => {
  const alias = planning.nextAlias("sessions")
  const types = new Map<string, SqlType>()
  const typeOf = (name: string): SqlType | undefined => {
    const known = types.get(name)
    if (known !== undefined || !sessionColumns.has(name)) return known
    const type = planning.select(statementOf([name]), noTables).columns[0]?.type
    if (type !== undefined) types.set(name, type)
    return type
  }
  let built: { readonly source: Source; readonly columns: number } | undefined
  const build = (): Source => {
    if (types.size === 0) typeOf("session_id")
    if (built?.columns !== types.size) {
      const { plan } = planning.select(statementOf(types.keys()), noTables)
      built = { source: { _tag: "Subquery", plan, alias }, columns: types.size }
    }
    return built.source
  }
  return {
    get source() {
      return build()
    },
    column: (name, nullable) => {
      const type = typeOf(name)
      return type === undefined
        ? undefined
        : { _tag: "Column", source: alias, name, type: withNullable(type, type.nullable || nullable) }
    }
  }
}
