import { Anchor } from "@mantine/core"
import { Link } from "@tanstack/react-router"
import { useHere } from "../../api/Project.ts"

/** The name of a person, which leads to its page. */
export const PersonLink = ({ id, name }: { readonly id: string; readonly name: string }) => {
  const { project } = useHere()
  return (
    <Anchor
      size="sm"
      renderRoot={(props) => (
        <Link
          {...props}
          to="/project/$project/persons/$person"
          params={{ project: String(project.id), person: id }}
        />
      )}
    >
      {name}
    </Anchor>
  )
}
