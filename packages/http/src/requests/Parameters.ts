import { Schema } from "effect"
import { described } from "../shared/Described.ts"

/** The path parameters of what stands below a project. */
export const inProject = {
  project_id: described(
    Schema.String,
    "The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`."
  )
}

/** The path parameters of one record of a project; the text describes its id. */
export const oneInProject = (id: string) => ({ ...inProject, id: described(Schema.String, id) })

/** The path parameters of what stands below an organisation. */
export const inOrganization = {
  organization_id: described(Schema.String, "The organisation's id. `@current` is the caller's current organisation.")
}

/** The path parameters of one project below its organisation. */
export const projectInOrganization = {
  ...inOrganization,
  id: described(Schema.String, "The project's id. `@current` is the caller's current project.")
}

/** A query parameter that is a text; an empty one is ignored. */
export const textParam = (description: string) => described(Schema.optionalKey(Schema.String), description)

/** The query parameter of lists that looks for words. */
export const searchParam = (of: string) =>
  textParam(`Words to look for in ${of}, in any letter case. Only items with all of them are returned.`)
