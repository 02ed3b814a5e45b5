import type { Event } from "@hedgerow/core/events/Event"
import type { EventTime } from "@hedgerow/core/events/EventTime"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import type { Uuid } from "@hedgerow/core/shared/Uuid"

/** The settings of a generated data set. The same settings give the same events, byte for byte. */
export interface GeneratedSet {
  readonly project: ProjectId
  readonly count: number
  /** The number of persons who share the events; the first ones have the most. */
  readonly persons: number
  /** The property that holds the variant of an experiment; `variant` unless it is given. */
  readonly variantKey?: string
}

/** The last event's time; the others lie in the 90 days before. */
export const lastMicros = Date.UTC(2026, 5, 30) * 1000
/** The time from the first event to the last, in microseconds. */
export const spanMicros = 90 * 86_400 * 1_000_000

/** The values that events and persons are drawn from. */
export const drawn = {
  names: ["$pageview", "$pageview", "$pageview", "$autocapture", "$identify", "signup", "add to cart", "purchase"],
  browsers: ["Chrome", "Chrome", "Chrome", "Safari", "Firefox", "Edge"],
  systems: ["Windows", "Mac OS X", "Linux", "iOS", "Android"],
  devices: ["Desktop", "Desktop", "Mobile", "Tablet"],
  plans: ["free", "free", "free", "pro", "pro", "enterprise"],
  referrers: ["$direct", "www.google.com", "news.example.org", "t.example.net"]
} as const
const { browsers, devices, names, plans, referrers, systems } = drawn

const pick = <A>(list: ReadonlyArray<A>, at: number): A | undefined => list[at % list.length]

/** A 32-bit mix of a number and a salt: every draw is a function of the event's number alone. */
const draw = (number: number, salt: number): number => {
  let x = Math.imul(number + 0x9e3779b9, 0x85ebca6b) ^ Math.imul(salt + 1, 0xc2b2ae35)
  x = Math.imul(x ^ (x >>> 16), 0x7feb352d)
  x = Math.imul(x ^ (x >>> 15), 0x846ca68b)
  return (x ^ (x >>> 16)) >>> 0
}

const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, "0").slice(-digits)

const uuidOf = (a: number, b: number, c: number, d: number): Uuid =>
  `${hex(a, 8)}-${hex(b >>> 16, 4)}-7${hex(b & 0xfff, 3)}-8${hex(c & 0xfff, 3)}-${hex(c >>> 12, 4)}${hex(d, 8)}` as Uuid

/** The person of a number has this id in every data set. */
export const personId = (person: number): Uuid =>
  uuidOf(draw(person, 101), draw(person, 102), draw(person, 103), person)

const personOf = (number: number, persons: number): number => {
  const share = draw(number, 1) / 0x1_0000_0000
  return Math.floor(share * share * persons)
}

const propertiesOf = (number: number, event: string, person: number, variantKey: string): string => {
  const page = draw(number, 5) % 2_000
  const shared = {
    $browser: pick(browsers, draw(person, 11)),
    $os: pick(systems, draw(person, 12)),
    $device_type: pick(devices, draw(person, 13)),
    $current_url: `https://example.com/products/${page}`,
    $pathname: `/products/${page}`,
    $referring_domain: pick(referrers, draw(number, 6)),
    $lib: "web",
    plan: pick(plans, draw(person, 14)),
    [variantKey]: draw(person, 15) % 2 === 0 ? "control" : "test"
  }
  const price = (draw(number, 7) % 50_000) / 100
  return JSON.stringify(event === "purchase" ? { ...shared, price, quantity: 1 + draw(number, 8) % 4 } : shared)
}

/** Sorts the keys of a generated object as `canonicalJson` does (they are all plain ASCII). */
const canonical = (properties: string): string => {
  const entries = Object.entries(JSON.parse(properties) as Record<string, unknown>)
  const sorted = entries.toSorted(([left], [right]) => left.length - right.length || (left < right ? -1 : 1))
  return JSON.stringify(Object.fromEntries(sorted))
}

const personProperties = (person: number): string =>
  `{"plan":"${pick(plans, draw(person, 14))}","email":"user${person}@${person % 7 === 0 ? "acme" : "mail"}.example"}`

/** The event of a number. Times grow with the number. */
export const generatedEvent = (
  { count, persons, project, variantKey = "variant" }: GeneratedSet,
  number: number
): Event => {
  const person = personOf(number, persons)
  const event = pick(names, draw(number, 2)) ?? "$pageview"
  const properties = propertiesOf(number, event, person, variantKey)
  const timestamp = Math.floor(lastMicros - spanMicros + number * (spanMicros / count)) as EventTime
  return {
    project_id: project,
    uuid: uuidOf(draw(number, 21), draw(number, 22), draw(number, 23), number),
    event,
    distinct_id: `user-${person}`,
    person_id: personId(person),
    person_mode: "full",
    timestamp,
    sent_at: timestamp,
    received_at: (timestamp + 150_000) as EventTime,
    inserted_at: (timestamp + 200_000) as EventTime,
    properties,
    derived: canonical(properties),
    person_properties: personProperties(person),
    person_created_at: (lastMicros - spanMicros) as EventTime,
    group_0: "",
    group_1: "",
    group_2: "",
    group_3: "",
    group_4: "",
    session_id: `session-${person}-${Math.floor(number / 50_000)}`,
    window_id: "",
    elements_chain: "",
    lib: "web"
  }
}

/** The events of a data set in batches, in the order of their times. */
export function* generatedBatches(set: GeneratedSet, batchSize: number): Generator<ReadonlyArray<Event>> {
  for (let first = 0; first < set.count; first += batchSize) {
    const length = Math.min(batchSize, set.count - first)
    yield Array.from({ length }, (_, i) => generatedEvent(set, first + i))
  }
}
