import { Combobox, InputBase, ScrollArea, Text, useCombobox } from "@mantine/core"
import { useEffect, useState } from "react"
import { eventTitle } from "../../parts/Values.ts"
import { useActions, useEventNames, usePropertyNames } from "./Definitions.ts"

interface NameChoiceProps {
  readonly label: string
  readonly value: string
  readonly placeholder: string
  readonly names: ReadonlyArray<string>
  readonly search: string
  readonly onSearch: (search: string) => void
  readonly onChange: (name: string) => void
  /** A name that is always offered first, with its value. */
  readonly first?: { readonly value: string; readonly label: string }
  readonly titled?: boolean
  /** What names that are no names for people stand for. */
  readonly labels?: ReadonlyMap<string, string>
}

/** A name out of many, found by writing a part of it. A name that nothing has yet can be written in full. */
const NameChoice = (
  { first, label, labels, names, onChange, onSearch, placeholder, search, titled = false, value }: NameChoiceProps
) => {
  const box = useCombobox({ onDropdownClose: () => box.resetSelectedOption() })
  const shown = (name: string) =>
    first?.value === name ? first.label : labels?.get(name) ?? (titled ? eventTitle(name) : name)
  const wanted = search.toLowerCase()
  // The list of the server comes a moment later: what does not fit goes at once.
  const fitting = names.filter((name) => `${name} ${shown(name)}`.toLowerCase().includes(wanted))
  const isNew = search !== "" && !names.includes(search)
  useEffect(() => {
    if (search !== "") box.selectFirstOption()
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [search, fitting.length])
  const pick = (name: string) => {
    onChange(name)
    onSearch("")
    box.closeDropdown()
  }
  return (
    <Combobox store={box} onOptionSubmit={pick} width={320} position="bottom-start">
      <Combobox.Target>
        <InputBase
          aria-label={label}
          size="sm"
          w={220}
          value={box.dropdownOpened ? search : shown(value)}
          placeholder={box.dropdownOpened ? shown(value) || placeholder : placeholder}
          rightSection={<Combobox.Chevron />}
          rightSectionPointerEvents="none"
          onChange={(event) => {
            onSearch(event.currentTarget.value)
            box.openDropdown()
          }}
          onClick={() => box.openDropdown()}
          onFocus={() => box.openDropdown()}
          onBlur={() => {
            box.closeDropdown()
            onSearch("")
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options aria-label={`Choices: ${label}`}>
          <ScrollArea.Autosize mah={280} type="scroll">
            {first === undefined || search !== ""
              ? null
              : <Combobox.Option value={first.value}>{first.label}</Combobox.Option>}
            {fitting.map((name) => (
              <Combobox.Option key={name} value={name} active={name === value}>
                <Text size="sm" className="cut" span display="block">{shown(name)}</Text>
                {shown(name) === name || labels?.has(name) === true
                  ? null
                  : <Text size="xs" c="dimmed" span display="block">{name}</Text>}
              </Combobox.Option>
            ))}
            {isNew ? <Combobox.Option value={search}>Use “{search}”</Combobox.Option> : null}
            {fitting.length === 0 && !isNew ? <Combobox.Empty>Nothing has this name yet</Combobox.Empty> : null}
          </ScrollArea.Autosize>
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}

const anyEvent = { value: "", label: "All events" }

/** The name of an event; null is any event. */
export const EventChoice = (
  { any = anyEvent.label, label, onChange, value }: {
    readonly label: string
    /** The words for no certain event. */
    readonly any?: string
    readonly value: string | null
    readonly onChange: (event: string | null) => void
  }
) => {
  const [search, setSearch] = useState("")
  const { data = [] } = useEventNames(search)
  return (
    <NameChoice
      label={label}
      value={value ?? ""}
      placeholder="Choose an event"
      names={data}
      search={search}
      onSearch={setSearch}
      onChange={(name) => onChange(name === "" ? null : name)}
      first={{ ...anyEvent, label: any }}
      titled
    />
  )
}

/** An event by its name, any event, or an action by its id. */
export type EventOrAction = { readonly event: string | null } | { readonly action: number; readonly name: string }

/** Names no event has: the ids of actions stand behind it. */
const actionMark = "\u0000action "

const keyOf = (value: EventOrAction): string => "event" in value ? value.event ?? "" : `${actionMark}${value.action}`

/** An event or an action. */
export const EventOrActionChoice = (
  { label, onChange, value }: {
    readonly label: string
    readonly value: EventOrAction
    readonly onChange: (chosen: EventOrAction) => void
  }
) => {
  const [search, setSearch] = useState("")
  const { data: events = [] } = useEventNames(search)
  const { data: actions = [] } = useActions()
  const named = "action" in value ? [value] : []
  const known = [...actions.map(({ id, name }) => ({ action: id, name })), ...named]
  const labels = new Map(known.map((one) => [keyOf(one), `${one.name} (action)`]))
  return (
    <NameChoice
      label={label}
      value={keyOf(value)}
      placeholder="Choose an event or an action"
      names={[...events, ...labels.keys()]}
      labels={labels}
      search={search}
      onSearch={setSearch}
      onChange={(key) => onChange(known.find((one) => keyOf(one) === key) ?? { event: key === "" ? null : key })}
      first={anyEvent}
      titled
    />
  )
}

/** The name of a property. */
export const PropertyChoice = (
  { isNumerical = false, label, onChange, type, value }: {
    readonly label: string
    readonly type: string
    readonly value: string
    readonly isNumerical?: boolean
    readonly onChange: (property: string) => void
  }
) => {
  const [search, setSearch] = useState("")
  const { data = [] } = usePropertyNames(type, search, isNumerical)
  return (
    <NameChoice
      label={label}
      value={value}
      placeholder="Choose a property"
      names={data}
      search={search}
      onSearch={setSearch}
      onChange={onChange}
    />
  )
}
