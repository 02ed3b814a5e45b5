import { Skeleton } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { useHere } from "../../api/Project.ts"
import { Fault } from "../../parts/Fault.tsx"
import { valueText } from "../../parts/Values.ts"
import type { SqlRun } from "./RunSql.ts"

/** The steps in which the server would run a statement, the rows that it would read, and the engine's statement. */
export const Plan = ({ run: { sql, variables } }: { readonly run: SqlRun }) => {
  const { client, project } = useHere()
  const { data, error, refetch } = useQuery({
    queryKey: [project.id, "plan", sql, variables],
    queryFn: async ({ signal }) => {
      const { results } = await client.query.ask(
        { query: { kind: "ServiceSqlQuery", query: `EXPLAIN ${sql}`, variables } },
        { signal }
      )
      return results.map(([line]) => valueText(line))
    }
  })
  if (error !== null) return <Fault error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton height={240} m="sm" />
  return (
    // What is long scrolls, by keys too.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <pre className="mono" style={{ margin: 0, padding: 12, overflow: "auto" }} tabIndex={0} aria-label="Plan">
      {data.join("\n")}
    </pre>
  )
}
