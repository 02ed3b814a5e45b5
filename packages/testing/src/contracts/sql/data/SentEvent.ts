/** The fields of one event as a client sends it. */
export interface SentEvent {
  readonly event: string
  readonly distinct_id: string
  readonly timestamp: string
  readonly uuid: string
  readonly properties: { readonly [name: string]: unknown }
}

/** The uuid of the event with that number. */
export const eventUuid = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`
