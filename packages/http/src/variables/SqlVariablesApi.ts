import { HttpApiGroup, OpenApi } from "effect/http-api"
import { ProjectAuthorization } from "../auth/Authorization.ts"
import { entityApi } from "../entities/EntityApi.ts"
import { ErrorResponses } from "../errors/ErrorResponses.ts"
import { operation } from "../shared/Described.ts"
import { NewSqlVariable, SqlVariableChanges, SqlVariableRecord } from "./SqlVariableSchema.ts"

const variables = entityApi({
  path: "insight_variables",
  one: "variable",
  many: "variables",
  scope: "insight_variable",
  filter: {},
  listed: SqlVariableRecord,
  record: SqlVariableRecord
})

/** Values that queries name. */
export class SqlVariablesApi extends HttpApiGroup.make("insightVariables")
  .add(
    variables.list.annotateMerge(
      operation("List variables", "A page of the variables of the project, the newest first.")
    ),
    variables.create(NewSqlVariable),
    variables.read.annotateMerge(operation("Read a variable", "The variable with this id.")),
    variables.update(SqlVariableChanges),
    variables.remove.annotateMerge(
      operation(
        "Delete a variable",
        "Removes the variable for good. Queries that name it without a value of their own are refused from then on."
      )
    ),
    variables.activityOfOne("activity")
  )
  .prefix("/api/projects/:project_id")
  .middleware(ProjectAuthorization)
  .middleware(ErrorResponses)
  .annotateMerge(
    OpenApi.annotations({ title: "Variables", description: "Values that queries name as `{variables.code_name}`." })
  )
{}
