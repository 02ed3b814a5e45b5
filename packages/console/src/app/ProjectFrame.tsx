import { getRouteApi } from "@tanstack/react-router"
import { useMemo } from "react"
import { HereProvider } from "../api/Project.ts"
import { api } from "../api/Server.ts"
import { Shell } from "./Shell.tsx"

const route = getRouteApi("/project/$project")

/** The pages of a project, which know it. */
export const ProjectFrame = () => {
  const { project, user } = route.useLoaderData()
  const here = useMemo(() => ({ project, user, client: api.inProject(project.id) }), [project, user])
  return (
    <HereProvider value={here}>
      <Shell />
    </HereProvider>
  )
}
