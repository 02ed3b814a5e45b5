import type { Answer, Body } from "@hedgerow/client"
import { useMutation, useQuery } from "@tanstack/react-query"
import { useHere } from "../../api/Project.ts"
import { cache } from "../../api/Server.ts"
import type { Layout } from "./Tiles.ts"

/** A dashboard as the API returns it. */
export type Dashboard = Answer<"dashboards.read">

/** A tile of a dashboard. */
export type Tile = NonNullable<Dashboard["tiles"]>[number]

/** The most dashboards that are listed. */
const most = 200

/** The dashboards of the project, by name. */
export const useDashboards = () => {
  const { client, project } = useHere()
  return useQuery({
    queryKey: [project.id, "dashboards"],
    queryFn: async ({ signal }) => (await client.dashboards.list({ limit: most }, { signal })).results
  })
}

/** A dashboard with the answers of its insights. */
export const useDashboard = (id: string) => {
  const { client, project } = useHere()
  const queryKey = [project.id, "dashboard", id]
  const found = useQuery({
    queryKey,
    queryFn: ({ signal }) => client.dashboards.read({ id, refresh: "blocking" }, { signal }),
    staleTime: 60_000
  })
  const refreshing = useMutation({
    mutationFn: () => client.dashboards.read({ id, refresh: "force_blocking" }),
    onSuccess: (dashboard) => cache.setQueryData(queryKey, dashboard)
  })
  const changing = useMutation({
    mutationFn: (body: Body<"dashboards.update">) => client.dashboards.update({ id, body }),
    onSuccess: async () => {
      await cache.invalidateQueries({ queryKey })
      await cache.invalidateQueries({ queryKey: [project.id, "dashboards"] })
    }
  })
  /** Puts tiles at other places: they stand there while the server keeps that. */
  const place = (layouts: ReadonlyArray<Layout>) => {
    const places = new Map(layouts.map(({ id, layouts }) => [id, layouts]))
    cache.setQueryData<Dashboard>(queryKey, (before) =>
      before === undefined || before.tiles === null ? before : {
        ...before,
        tiles: before.tiles.map((tile) => ({ ...tile, layouts: places.get(tile.id) ?? tile.layouts }))
      })
    changing.mutate({ tiles: [...layouts] })
  }
  return { found, refreshing, changing, place }
}
