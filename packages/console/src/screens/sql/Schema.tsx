import { Skeleton, Text, TextInput } from "@mantine/core"
import IconSearch from "@tabler/icons-react/icons/IconSearch"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { useHere } from "../../api/Project.ts"
import { Fault } from "../../parts/Fault.tsx"

/** The tables and fields that SQL may name; one that is pressed is written at the cursor. */
export const Schema = ({ onInsert }: { readonly onInsert: (text: string) => void }) => {
  const { client, project } = useHere()
  const [search, setSearch] = useState("")
  const { data, error, refetch } = useQuery({
    queryKey: [project.id, "schema"],
    queryFn: ({ signal }) => client.query.ask({ query: { kind: "DatabaseSchemaQuery" } }, { signal }),
    staleTime: 300_000
  })
  const wanted = search.trim().toLowerCase()
  const tables = Object.values(data?.tables ?? {})
    .map(({ fields, name }) => ({
      name,
      fields: Object.values(fields).filter((field) =>
        name.toLowerCase().includes(wanted) || field.name.toLowerCase().includes(wanted)
      )
    }))
    .filter(({ fields, name }) => fields.length > 0 || name.toLowerCase().includes(wanted))
  return (
    <section className="card" aria-label="Tables">
      <TextInput
        aria-label="Search tables and fields"
        placeholder="Tables and fields"
        leftSection={<IconSearch size={16} aria-hidden />}
        size="sm"
        m="xs"
        value={search}
        onChange={({ currentTarget }) => setSearch(currentTarget.value)}
      />
      {error === null ? null : <Fault error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null
        ? (
          <div style={{ padding: 10 }}>
            <Skeleton height={200} />
          </div>
        )
        : null}
      <div className="schema">
        {tables.map(({ fields, name }, place) => (
          <details key={name} open={wanted !== "" || (place === 0 && tables.length < 3)}>
            <summary>{name}</summary>
            {fields.map((field) => (
              <button
                key={field.name}
                type="button"
                title={field.type}
                onClick={() => onInsert(field.hogql_value)}
              >
                <span className="cut">{field.name}</span>
                <Text span size="xs" c="dimmed">{field.type}</Text>
              </button>
            ))}
          </details>
        ))}
        {data !== undefined && tables.length === 0
          ? <Text size="sm" c="dimmed" p="sm">Nothing has this name.</Text>
          : null}
      </div>
    </section>
  )
}
