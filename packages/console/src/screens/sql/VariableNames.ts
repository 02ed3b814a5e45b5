/** The names of the variables in a statement, each once and in their order: `{variables.name}`. */
export const variableNames = (sql: string): ReadonlyArray<string> => [
  ...new Set([...sql.matchAll(/\{\s*variables\.(\w+)/g)].map(([, name = ""]) => name))
]

/** A variable that the project has. */
export interface Variable {
  readonly id: string
  readonly code_name: string
  readonly type: string
}

/** A value as a variable's type has it; a text that is no number or list of the type goes as it is, and the API says so. */
export const valueOf = (type: string, written: string): unknown => {
  if (type === "Number") return written.trim() === "" || Number.isNaN(Number(written)) ? written : Number(written)
  return type === "Boolean" ? written === "true" : written
}

/** The value of a variable in a query. */
export interface VariableValue {
  readonly variableId: string
  readonly code_name: string
  readonly value?: unknown
}

/** The values of variables by their ids, as a query takes them. */
export type VariableValues = Readonly<Record<string, VariableValue>>

/** The variables of a statement as a query takes them: one without a written value has its default. */
export const variablesOf = (
  sql: string,
  known: ReadonlyArray<Variable>,
  written: Readonly<Record<string, string>>
): VariableValues => {
  const names = variableNames(sql)
  const used = known.filter(({ code_name }) => names.includes(code_name))
  return Object.fromEntries(used.map(({ code_name, id, type }) => {
    const value = written[code_name]
    return [id, { variableId: id, code_name, ...value === undefined ? {} : { value: valueOf(type, value) } }]
  }))
}
