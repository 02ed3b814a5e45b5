import { useDebouncedValue } from "@mantine/hooks"
import { useQuery } from "@tanstack/react-query"
import { useHere } from "../../api/Project.ts"
import { valueText } from "../../parts/Values.ts"

const most = 100

/** The names of events that have a text in them, the most frequent first; a short while after it was written. */
export const useEventNames = (search: string) => {
  const { client, project } = useHere()
  const [wanted] = useDebouncedValue(search, 200)
  return useQuery({
    queryKey: [project.id, "event names", wanted],
    queryFn: async ({ signal }) => {
      const { results } = await client.definitions.events(
        { search: wanted, limit: most, exclude_hidden: true, ordering: "-volume_30_day" },
        { signal }
      )
      return results.map(({ name }) => name)
    },
    placeholderData: (before) => before
  })
}

/** The actions of the project. */
export const useActions = () => {
  const { client, project } = useHere()
  return useQuery({
    queryKey: [project.id, "actions"],
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const { results } = await client.actions.list({ limit: most }, { signal })
      return results.map(({ id, name }) => ({ id, name: name ?? `Action ${id}` }))
    }
  })
}

/** The cohorts of the project. */
export const useCohorts = () => {
  const { client, project } = useHere()
  return useQuery({
    queryKey: [project.id, "cohorts"],
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const { results } = await client.cohorts.list({ limit: most }, { signal })
      return results.map(({ id, name }) => ({ id, name: name ?? `Cohort ${id}` }))
    }
  })
}

/** The names of properties of events, persons or sessions that have a text in them. */
export const usePropertyNames = (type: string, search: string, isNumerical = false) => {
  const { client, project } = useHere()
  const [wanted] = useDebouncedValue(search, 200)
  return useQuery({
    queryKey: [project.id, "property names", type, wanted, isNumerical],
    queryFn: async ({ signal }) => {
      const { results } = await client.definitions.properties({
        search: wanted,
        limit: most,
        type: type === "person" || type === "session" ? type : "event",
        exclude_hidden: true,
        ...isNumerical ? { is_numerical: true } : {}
      }, { signal })
      return results.map(({ name }) => name)
    },
    placeholderData: (before) => before
  })
}

const quoted = (name: string): string => `\`${name.replaceAll("\\", "\\\\").replaceAll("`", "\\`")}\``

/** The most frequent values of a property in the last month, as texts. */
export const usePropertyValues = (type: string, name: string, isWanted: boolean) => {
  const { client, project } = useHere()
  return useQuery({
    queryKey: [project.id, "property values", type, name],
    enabled: isWanted && name !== "",
    staleTime: 300_000,
    queryFn: async ({ signal }) => {
      const place = type === "person" ? "person.properties" : type === "session" ? "session" : "properties"
      const { results } = await client.query.ask(
        `SELECT toString(${place}.${quoted(name)}) AS value FROM events
          WHERE timestamp > now() - INTERVAL 30 DAY AND value IS NOT NULL AND value != ''
          GROUP BY value ORDER BY count() DESC LIMIT 50`,
        { signal }
      )
      return results.map(([value]) => valueText(value))
    }
  })
}
