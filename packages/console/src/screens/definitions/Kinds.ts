/** The kinds of definitions, each with its name. */
export const kinds = { events: "Events", properties: "Properties of events", persons: "Properties of persons" } as const

export type Kind = keyof typeof kinds

/** The kind that an address names; events where it names none. */
export const kindIn = (value: unknown): Kind => value === "properties" || value === "persons" ? value : "events"
