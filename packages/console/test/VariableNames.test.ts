import { variableNames, variablesOf } from "@hedgerow/console/screens/sql/VariableNames"
import { assert, it } from "vitest"

it("the variables of a statement are found, each once", () => {
  assert.deepStrictEqual(variableNames("select {variables.plan}, { variables.days }, {variables.plan} from events"), [
    "plan",
    "days"
  ])
  assert.deepStrictEqual(variableNames("select '{variable.plan}', {filters}"), [])
})

it("values have the types of their variables, one that is not written has its default, and others are left out", () => {
  const known = [
    { id: "1", code_name: "plan", type: "String" },
    { id: "2", code_name: "days", type: "Number" },
    { id: "3", code_name: "paid", type: "Boolean" },
    { id: "4", code_name: "more", type: "Number" },
    { id: "5", code_name: "other", type: "String" }
  ]
  const sql = "select {variables.plan}, {variables.days}, {variables.paid}, {variables.more}, {variables.unknown}"
  assert.deepStrictEqual(variablesOf(sql, known, { days: "7.5", paid: "true", more: "many", other: "x" }), {
    1: { variableId: "1", code_name: "plan" },
    2: { variableId: "2", code_name: "days", value: 7.5 },
    3: { variableId: "3", code_name: "paid", value: true },
    4: { variableId: "4", code_name: "more", value: "many" }
  })
})
