import type { Event } from "@hedgerow/core/events/Event"
import type { EventTime } from "@hedgerow/core/events/EventTime"
import { toIso } from "@hedgerow/sql/types/Instants"

const escapes: Readonly<Record<string, string>> = {
  "\\": "\\\\",
  "\b": "\\b",
  "\f": "\\f",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
  "\v": "\\v"
}

const special = /[\\\b\f\n\r\t\v]/
const everySpecial = /[\\\b\f\n\r\t\v]/g

const text = (value: string): string =>
  special.test(value) ? value.replace(everySpecial, (character) => escapes[character] ?? character) : value

const time = (value: EventTime | null): string => value === null ? "\\N" : toIso(value)

const write: { readonly [K in keyof Event]: (event: Event) => string } = {
  project_id: (event) => String(event.project_id),
  uuid: (event) => event.uuid,
  event: (event) => text(event.event),
  distinct_id: (event) => text(event.distinct_id),
  person_id: (event) => event.person_id,
  person_mode: (event) => event.person_mode,
  timestamp: (event) => time(event.timestamp),
  sent_at: (event) => time(event.sent_at),
  received_at: (event) => time(event.received_at),
  inserted_at: (event) => time(event.inserted_at),
  properties: (event) => text(event.properties),
  derived: (event) => text(event.derived),
  person_properties: (event) => text(event.person_properties),
  person_created_at: (event) => time(event.person_created_at),
  group_0: (event) => text(event.group_0),
  group_1: (event) => text(event.group_1),
  group_2: (event) => text(event.group_2),
  group_3: (event) => text(event.group_3),
  group_4: (event) => text(event.group_4),
  session_id: (event) => text(event.session_id),
  window_id: (event) => text(event.window_id),
  elements_chain: (event) => text(event.elements_chain),
  lib: (event) => text(event.lib)
}

const writers = Object.values(write)

/** The columns in the order `copyLine` writes them. */
export const copyColumns: ReadonlyArray<string> = Object.keys(write)

/** One event as a line of COPY's text format. */
export const copyLine = (event: Event): string => `${writers.map((column) => column(event)).join("\t")}\n`
