import { Anchor, Text } from "@mantine/core"
import { Link } from "@tanstack/react-router"
import { useHere } from "../../api/Project.ts"
import { useDashboards } from "../dashboards/useDashboards.ts"

/** The dashboards that an insight is on, as links; nothing where it is on none. */
export const OnDashboards = ({ dashboards }: { readonly dashboards: ReadonlyArray<number> }) => {
  const { project } = useHere()
  const { data = [] } = useDashboards()
  const found = data.filter(({ id }) => dashboards.includes(id))
  if (found.length === 0) return null
  return (
    <Text size="sm" component="nav" aria-label="Dashboards of the insight">
      On {found.map(({ id, name }, at) => (
        <span key={id}>
          {at === 0 ? "" : ", "}
          <Anchor
            size="sm"
            underline="always"
            renderRoot={(props) => (
              <Link
                {...props}
                to="/project/$project/dashboards/$dashboard"
                params={{ project: String(project.id), dashboard: String(id) }}
              />
            )}
          >
            {name === "" ? `Dashboard ${id}` : name}
          </Anchor>
        </span>
      ))}
    </Text>
  )
}
