/** The modes of finding an event's person: as of the event, or as of now. */
export const personModes = [
  "disabled",
  "person_id_no_override_properties_on_events",
  "person_id_override_properties_on_events",
  "person_id_override_properties_joined"
] as const
export type PersonMode = (typeof personModes)[number]

/** The modifiers that change what a query means. */
export interface PlanModifiers {
  readonly personsOnEventsMode: PersonMode
  readonly convertToProjectTimezone: boolean
}

export const defaultModifiers: PlanModifiers = {
  personsOnEventsMode: "person_id_override_properties_on_events",
  convertToProjectTimezone: true
}
