import type { Event } from "@hedgerow/core/events/Event"
import { cellsOf } from "../protocol/Cells.ts"
import { optionalTimeField, textField, timeField } from "../protocol/TabSeparated.ts"

const write: { readonly [K in keyof Event]: (event: Event) => string } = {
  project_id: (event) => String(event.project_id),
  uuid: (event) => textField(event.uuid),
  event: (event) => textField(event.event),
  distinct_id: (event) => textField(event.distinct_id),
  person_id: (event) => textField(event.person_id),
  person_mode: (event) => event.person_mode,
  timestamp: (event) => timeField(event.timestamp),
  sent_at: (event) => optionalTimeField(event.sent_at),
  received_at: (event) => timeField(event.received_at),
  inserted_at: (event) => timeField(event.inserted_at),
  properties: (event) => textField(event.properties),
  derived: (event) => textField(event.derived),
  person_properties: (event) => textField(event.person_properties),
  person_created_at: (event) => optionalTimeField(event.person_created_at),
  group_0: (event) => textField(event.group_0),
  group_1: (event) => textField(event.group_1),
  group_2: (event) => textField(event.group_2),
  group_3: (event) => textField(event.group_3),
  group_4: (event) => textField(event.group_4),
  session_id: (event) => textField(event.session_id),
  window_id: (event) => textField(event.window_id),
  elements_chain: (event) => textField(event.elements_chain),
  lib: (event) => textField(event.lib)
}

const columnWriters = Object.values(write)
const cellWriter = (json: string): string => textField(cellsOf(json))

/** The columns in the order `EventRows` writes them. */
export const eventRowColumns: ReadonlyArray<string> = [...Object.keys(write), "cells", "person_cells"]

/** One event as a line of TabSeparated text. */
export const eventRow = (event: Event): string => new EventRows().rowOf(event)

/** Writes events of one insert; the properties of a person, which many of them share, are written out once. */
export class EventRows {
  readonly #persons = new Map<string, { readonly text: string; readonly cells: string }>()

  /** The cells that were written last; those of a large event are written in a step of their own. */
  #cells = { derived: "{}", text: "{}" }

  /** One event as a line of TabSeparated text. */
  rowOf(event: Event): string {
    const { cells, text } = this.#personOf(event.person_properties)
    const columns = columnWriters.map((column) => column === write.person_properties ? text : column(event))
    return `${columns.join("\t")}\t${this.#cellsOf(event.derived)}\t${cells}\n`
  }

  /** Writes out what takes longest of a large event, in steps: its line is then soon made. */
  *steps(event: Event): Generator<void> {
    this.#personOf(event.person_properties)
    yield
    this.#cellsOf(event.derived)
    yield
  }

  #cellsOf(derived: string): string {
    if (this.#cells.derived !== derived) this.#cells = { derived, text: cellWriter(derived) }
    return this.#cells.text
  }

  #personOf(properties: string) {
    const known = this.#persons.get(properties)
    if (known !== undefined) return known
    const written = { text: textField(properties), cells: cellWriter(properties) }
    this.#persons.set(properties, written)
    return written
  }
}

/** Settings under which a JSON column takes its texts as they are: dates stay text. */
export const verbatimCells = {
  input_format_try_infer_dates: 0,
  input_format_try_infer_datetimes: 0,
  input_format_json_try_infer_numbers_from_strings: 0,
  type_json_skip_duplicated_paths: 1
} as const
