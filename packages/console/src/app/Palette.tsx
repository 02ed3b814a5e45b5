import { createSpotlight, Spotlight, type SpotlightActionData } from "@mantine/spotlight"
import "@mantine/spotlight/styles.css"
import { useMantineColorScheme } from "@mantine/core"
import IconSearch from "@tabler/icons-react/icons/IconSearch"
import { useNavigate } from "@tanstack/react-router"
import { useEffect, useState } from "react"
import { useHere } from "../api/Project.ts"
import { groups } from "./Shell.tsx"

const [store, palette] = createSpotlight()

/** Finds pages by their names, and goes there. It opens when it is drawn first. */
const Palette = () => {
  const { project } = useHere()
  const navigate = useNavigate()
  const { setColorScheme } = useMantineColorScheme()
  const [query, setQuery] = useState("")
  useEffect(() => palette.open(), [])
  const params = { project: String(project.id) }
  const pages: ReadonlyArray<SpotlightActionData> = groups.map(({ icon: Icon, name, to }) => ({
    id: `page ${name}`,
    label: name,
    description: "Go there",
    leftSection: <Icon size={18} aria-hidden />,
    onClick: () => void navigate({ to, params })
  }))
  const actions: ReadonlyArray<SpotlightActionData> = [
    { id: "light", label: "Use light colours", onClick: () => setColorScheme("light") },
    { id: "dark", label: "Use dark colours", onClick: () => setColorScheme("dark") },
    { id: "auto", label: "Use the colours of this computer", onClick: () => setColorScheme("auto") }
  ]
  const wanted = query.trim().toLowerCase()
  const ofConsole = [...pages, ...actions].filter(({ label }) => label?.toLowerCase().includes(wanted) === true)
  return (
    <Spotlight
      store={store}
      shortcut={null}
      query={query}
      onQueryChange={setQuery}
      filter={(_, all) => all}
      actions={[...ofConsole]}
      nothingFound="Nothing has this name"
      scrollable
      maxHeight={420}
      searchProps={{
        leftSection: <IconSearch size={18} aria-hidden />,
        placeholder: "Search or go to",
        "aria-label": "Search or go to"
      }}
    />
  )
}

// oxlint-disable-next-line import/no-default-export -- what is loaded on demand is a default export.
export default Palette
