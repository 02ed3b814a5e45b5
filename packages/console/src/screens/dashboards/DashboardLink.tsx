import { Anchor, type AnchorProps } from "@mantine/core"
import { Link } from "@tanstack/react-router"
import { useHere } from "../../api/Project.ts"

interface DashboardLinkProps extends AnchorProps {
  readonly id: number
  readonly name: string
}

/** A dashboard by its name, which leads to it. */
export const DashboardLink = ({ id, name, ...rest }: DashboardLinkProps) => {
  const { project } = useHere()
  return (
    <Anchor
      size="sm"
      {...rest}
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
  )
}
