import { Text } from "@mantine/core"
import { DashboardLink } from "../dashboards/DashboardLink.tsx"
import { useDashboards } from "../dashboards/useDashboards.ts"

/** The dashboards that an insight is on, as links; nothing where it is on none. */
export const OnDashboards = ({ dashboards }: { readonly dashboards: ReadonlyArray<number> }) => {
  const { data = [] } = useDashboards()
  const found = data.filter(({ id }) => dashboards.includes(id))
  if (found.length === 0) return null
  return (
    <Text size="sm" component="nav" aria-label="Dashboards of the insight">
      On {found.map(({ id, name }, at) => (
        <span key={id}>
          {at === 0 ? "" : ", "}
          <DashboardLink id={id} name={name} underline="always" />
        </span>
      ))}
    </Text>
  )
}
