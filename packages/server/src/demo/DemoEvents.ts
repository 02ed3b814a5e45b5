import { deriveUuid } from "@hedgerow/core/shared/Uuid"
import { demoPeople, type DemoPerson } from "./DemoPeople.ts"
import { day, type DemoPlan, experimentFlags } from "./DemoPlan.ts"
import { type Seeded, seeded } from "./Seeded.ts"

/** An event as capture takes it. */
export interface DemoEvent {
  readonly uuid: string
  readonly event: string
  readonly distinct_id: string
  readonly timestamp: string
  readonly properties: Readonly<Record<string, unknown>>
}

/** The survey whose answers are among the events. */
export interface DemoSurvey {
  readonly id: string
  readonly name: string
}

interface Moment {
  readonly time: number
  readonly event: string
  readonly id: string
  readonly properties: Readonly<Record<string, unknown>>
}

const hour = 3_600_000
const site = "https://fernleaf.example"
const pages = ["/notes", "/notes", "/notes/recent", "/projects", "/search", "/settings", "/pricing"] as const
const actions = ["note written", "note written", "note shared", "project created", "search used"] as const
const reasons = [
  "Writing is fast.",
  "Search finds everything.",
  "I miss folders.",
  "Too few templates.",
  "The team uses it."
]

const device = ({ browser, source, system }: DemoPerson) => ({
  $lib: "web",
  $browser: browser,
  $os: system,
  $device_type: system === "iOS" || system === "Android" ? "Mobile" : "Desktop",
  utm_source: source
})

const page = (path: string) => ({ $current_url: site + path, $pathname: path, $host: "fernleaf.example" })

/** A visit of somebody who does not have an account yet, and the account. */
const signup = (person: DemoPerson, begin: number, random: Seeded): ReadonlyArray<Moment> => {
  const time = begin + 6 * hour + random.below(2 * hour)
  const anonymous = `anon-${person.id}`
  const own = device(person)
  const { source } = person
  return [
    { time, event: "$pageview", id: anonymous, properties: { ...own, ...page("/") } },
    { time: time + 40_000, event: "$pageview", id: anonymous, properties: { ...own, ...page("/pricing") } },
    {
      time: time + 90_000,
      event: "$identify",
      id: person.id,
      properties: {
        ...own,
        $anon_distinct_id: anonymous,
        $set: person.properties,
        $set_once: { initial_utm_source: source }
      }
    },
    { time: time + 91_000, event: "signed up", id: person.id, properties: { ...own, plan: person.properties["plan"] } }
  ]
}

const known = (person: DemoPerson, begin: number): ReadonlyArray<Moment> => [
  { time: begin + hour, event: "$set", id: person.id, properties: { $lib: "web", $set: person.properties } }
]

const exposures = (person: DemoPerson, begin: number, random: Seeded): ReadonlyArray<Moment> => {
  const time = begin + 8 * hour + random.below(4 * hour)
  return (["pricing", "sameness"] as const).map((experiment) => ({
    time,
    event: "$feature_flag_called",
    id: person.id,
    properties: {
      ...device(person),
      $feature_flag: experimentFlags[experiment],
      $feature_flag_response: person.variants[experiment]
    }
  }))
}

const late = (begin: number, random: Seeded): number => begin + 13 * hour + random.below(9 * hour)

const upgrade = (person: DemoPerson, begin: number, random: Seeded): ReadonlyArray<Moment> => {
  const yearly = person.variants.pricing === "test"
  const amount = yearly ? 96 : 10
  return [{
    time: late(begin, random),
    event: "upgraded",
    id: person.id,
    properties: { ...device(person), amount, interval: yearly ? "year" : "month", $set: { plan: "pro" } }
  }]
}

const invite = (person: DemoPerson, begin: number, random: Seeded): ReadonlyArray<Moment> => [
  { time: late(begin, random), event: "teammate invited", id: person.id, properties: device(person) }
]

const answers = (
  person: DemoPerson,
  score: number | undefined,
  { id, name }: DemoSurvey,
  begin: number,
  random: Seeded
): ReadonlyArray<Moment> => {
  const time = late(begin, random)
  const survey = { ...device(person), $survey_id: id, $survey_name: name }
  const shown = { time, event: "survey shown", id: person.id, properties: survey }
  if (score === undefined) {
    return [shown, { time: time + 3_000, event: "survey dismissed", id: person.id, properties: survey }]
  }
  const properties = {
    ...survey,
    $survey_completed: true,
    $survey_response_nps: score,
    $survey_response_why: reasons[random.below(reasons.length)]
  }
  return [shown, { time: time + 20_000, event: "survey sent", id: person.id, properties }]
}

/** Some minutes of somebody in the product. */
const session = (person: DemoPerson, begin: number, number: number, random: Seeded): ReadonlyArray<Moment> => {
  const own = { ...device(person), $session_id: deriveUuid("demo session", person.id, begin, number) }
  let time = begin + 9 * hour + random.below(13 * hour)
  return Array.from({ length: 3 + random.below(6) }, () => {
    time += 5_000 + random.below(120_000)
    const isPage = random.next() < 0.55
    return isPage
      ? { time, event: "$pageview", id: person.id, properties: { ...own, ...page(random.pick(pages)) } }
      : { time, event: random.pick(actions), id: person.id, properties: own }
  })
}

/** People come often when they are new, and less and less. */
const comes = ({ eagerness, signup }: DemoPerson, today: number, random: Seeded): boolean =>
  signup <= today && random.next() < eagerness * (0.2 + 0.8 * Math.exp(-(today - Math.max(0, signup)) / 20))

/** The events of each day in the order of their times, always the same for a plan; together as many as it says. */
export function* demoEvents(plan: DemoPlan, survey: DemoSurvey): Generator<ReadonlyArray<DemoEvent>, void, void> {
  const people = demoPeople(plan)
  const random = seeded(plan.seed + 1)
  let made = 0
  for (let today = 0; today < plan.days; today++) {
    const begin = plan.start + today * day
    const moments = people.flatMap((person) => [
      ...(person.signup === today ? signup(person, begin, random) : []),
      ...(person.signup === -1 && today === 0 ? known(person, begin) : []),
      ...(person.exposure === today ? exposures(person, begin, random) : []),
      ...(person.upgrade === today ? upgrade(person, begin, random) : []),
      ...(person.invite === today ? invite(person, begin, random) : []),
      ...(person.survey?.day === today ? answers(person, person.survey.score, survey, begin, random) : [])
    ])
    // Days grow to twice the first one.
    const share = (today + 1) * (2 * plan.days + today) / (plan.days * (3 * plan.days - 1))
    const wanted = Math.round(plan.events * share) - made
    for (let number = 0; moments.length < wanted; number++) {
      const person = people[random.below(people.length)]
      if (person === undefined || !comes(person, today, random)) continue
      moments.push(...session(person, begin, number, random).slice(0, wanted - moments.length))
    }
    const events = moments.sort((one, other) => one.time - other.time).map((
      { event, id, properties, time },
      place
    ) => ({
      uuid: deriveUuid("demo", plan.seed, made + place),
      event,
      distinct_id: id,
      timestamp: new Date(time).toISOString(),
      properties
    }))
    made += events.length
    yield events
  }
}
