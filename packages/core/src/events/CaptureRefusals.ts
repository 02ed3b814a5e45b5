import { CaptureRejected } from "./Capture.ts"
import type { PropertyBounds } from "./CaptureLimits.ts"

const refused = (fault: CaptureRejected["fault"], detail: string): CaptureRejected =>
  new CaptureRejected({ fault, index: null, detail: `${detail} Nothing was stored; send it in smaller requests.` })

/** The request has more events than one may have. */
export const tooManyEvents = (limit: number): CaptureRejected =>
  refused("too_many_events", `A request may have ${limit} events.`)

/** The request has more events that merge persons than one may have. */
export const tooManyMerges = (limit: number): CaptureRejected =>
  refused("too_many_events", `A request may have ${limit} events that merge persons.`)

/** The request has more JSON values than one may have. */
export const tooManyValues = (limit: number): CaptureRejected =>
  refused("too_many_values", `The events of a request may have ${limit} JSON values.`)

/** The numbers of the request are too long when they are written out. */
export const tooLongDerived = (limit: number): CaptureRejected =>
  refused("too_many_values", `The events of a request may have ${limit} characters with numbers in plain digits.`)

/** The request's rows would carry more of their persons' properties than one request may write. */
export const tooMuchPersonData = ({ maxBytes, maxValues }: PropertyBounds): CaptureRejected =>
  refused(
    "too_much_person_data",
    `Each event is stored with its person's properties; those of all events of a request may have ${maxBytes} bytes and `
      + `${maxValues} values.`
  )

/** The request needs more of stored persons or groups than one request may read. */
export const tooMuchKnown = ({ maxBytes, maxValues }: PropertyBounds): CaptureRejected =>
  refused(
    "too_much_person_data",
    `The stored properties of the persons, or groups, that the events of one request are about may have ${maxBytes} bytes`
      + ` and ${maxValues} values.`
  )
