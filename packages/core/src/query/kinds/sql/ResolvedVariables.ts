import { Effect } from "effect"
import type { Asked } from "../../Asked.ts"
import type { SqlVariable } from "../../variables/SqlVariable.ts"
import { typedValue } from "../../variables/VariableValue.ts"
import type { SqlNode } from "./SqlNode.ts"

type Variables = NonNullable<SqlNode["variables"]>
type Variable = Variables[string]

/** Finds the stored variable that one of a query stands for: by its id, else by its name. */
const lookUp = (known: ReadonlyArray<SqlVariable>) => {
  const byId = new Map<string, SqlVariable>(known.map((one) => [one.id, one]))
  const byName = new Map(known.toReversed().map((one) => [one.code_name, one]))
  return (id: string, { code_name, variableId }: Variable): SqlVariable | undefined =>
    byId.get(variableId) ?? byId.get(id) ?? byName.get(code_name)
}

/** A variable with the value that counts: that of the dashboard, the query's own, or the stored one. */
const resolved = (
  given: Variable,
  override: Pick<Variable, "isNull" | "value"> | undefined,
  stored: SqlVariable | undefined
): Variable => {
  const { isNull, value } = { ...given, ...override }
  const own = value ?? stored?.default_value
  return {
    variableId: given.variableId,
    code_name: given.code_name,
    ...(isNull === undefined ? undefined : { isNull }),
    ...(own === undefined ? undefined : { value: stored === undefined ? own : typedValue(stored, own) })
  }
}

/** The variables of a query with the values that count; stored ones are read where it has any. */
export const resolveVariables = Effect.fnUntraced(function*(
  variables: SqlNode["variables"],
  { overrides, variables: stored }: Pick<Asked, "overrides" | "variables">
): Effect.fn.Return<Variables | undefined> {
  const entries = Object.entries(variables ?? {})
  if (entries.length === 0) return undefined
  const storedOf = lookUp(yield* stored)
  return Object.fromEntries(
    entries.map(([id, given]) => {
      return [id, resolved(given, overrides.variablesOverride?.[id], storedOf(id, given))]
    })
  )
})
