import { ActionIcon, Anchor, Group, Text, TextInput, Tooltip } from "@mantine/core"
import IconCopy from "@tabler/icons-react/icons/IconCopy"
import IconSearch from "@tabler/icons-react/icons/IconSearch"
import { useState } from "react"
import { Empty } from "./Page.tsx"
import { valueText } from "./Values.ts"

/** Only addresses of pages are links: others could run scripts. */
const isAddress = (text: string): boolean => /^https?:\/\/[^\s]+$/i.test(text)

const Value = ({ value }: { readonly value: unknown }) => {
  const text = valueText(value)
  if (value === null || typeof value === "boolean") return <Text span size="xs" c="dimmed">{text}</Text>
  return isAddress(text)
    ? <Anchor size="xs" href={text} target="_blank" rel="noreferrer noopener">{text}</Anchor>
    : <span className={typeof value === "object" ? "mono" : ""}>{text}</span>
}

/** Properties by their names, with a search where they are many. */
export const Properties = ({ values }: { readonly values: Readonly<Record<string, unknown>> }) => {
  const [search, setSearch] = useState("")
  const all = Object.keys(values).toSorted((one, other) => one.localeCompare(other))
  const wanted = search.toLowerCase()
  const names = all.filter((name) =>
    name.toLowerCase().includes(wanted) || valueText(values[name]).toLowerCase().includes(wanted)
  )
  if (all.length === 0) return <Empty title="No properties">Nothing was sent beside the name.</Empty>
  return (
    <>
      {all.length > 8
        ? (
          <TextInput
            aria-label="Search properties"
            placeholder={`Search ${all.length} properties`}
            leftSection={<IconSearch size={16} aria-hidden />}
            size="xs"
            m="xs"
            value={search}
            onChange={({ currentTarget }) => setSearch(currentTarget.value)}
          />
        )
        : null}
      <dl className="properties">
        {names.map((name) => (
          <div key={name} style={{ display: "contents" }}>
            <dt>{name}</dt>
            <dd>
              <Group gap={6} justify="space-between" wrap="nowrap">
                <span style={{ minWidth: 0 }}>
                  <Value value={values[name]} />
                </span>
                <Tooltip label="Copy the value" openDelay={400}>
                  <ActionIcon
                    size="sm"
                    variant="subtle"
                    color="gray"
                    aria-label={`Copy the value of ${name}`}
                    onClick={() => void navigator.clipboard.writeText(valueText(values[name]))}
                  >
                    <IconCopy size={14} aria-hidden />
                  </ActionIcon>
                </Tooltip>
              </Group>
            </dd>
          </div>
        ))}
      </dl>
      {names.length === 0 ? <Empty title="No property has this text" /> : null}
    </>
  )
}
