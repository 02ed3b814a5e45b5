import { queryOptions } from "@tanstack/react-query"
import type { Here } from "./Project.ts"

const most = 200

/** The events of the project whose names contain a text, the most usual ones of the server's order first. */
export const eventNames = ({ client, project }: Here, search: string) =>
  queryOptions({
    queryKey: [project.id, "event names", search],
    queryFn: async ({ signal }) => {
      const page = await client.definitions.events({ limit: most, ...search === "" ? {} : { search } }, { signal })
      return page.results.map(({ name }) => name)
    },
    staleTime: 60_000
  })

/** The properties of events, or of persons, whose names contain a text. */
export const propertyNames = ({ client, project }: Here, type: "event" | "person", search: string) =>
  queryOptions({
    queryKey: [project.id, "property names", type, search],
    queryFn: async ({ signal }) => {
      const page = await client.definitions.properties(
        { limit: most, type, ...search === "" ? {} : { search } },
        { signal }
      )
      return page.results.map(({ name }) => name)
    },
    staleTime: 60_000
  })
