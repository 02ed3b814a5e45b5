import { Anchor } from "@mantine/core"
import { Link } from "@tanstack/react-router"
import { useHere } from "../../api/Project.ts"

interface GroupLinkProps {
  readonly type: string
  readonly group: string
}

/** The key of a group, which leads to its page. */
export const GroupLink = ({ group, type }: GroupLinkProps) => {
  const { project } = useHere()
  return (
    <Anchor
      size="sm"
      renderRoot={(props) => (
        <Link
          {...props}
          to="/project/$project/groups/one"
          params={{ project: String(project.id) }}
          search={{ type, key: group }}
        />
      )}
    >
      {group}
    </Anchor>
  )
}
