import type { History, PastEvent } from "../experiments/History.ts"
import type { AskedPaths } from "./PathQuestions.ts"

interface Step {
  readonly item: string
  readonly time: number
}

const itemOf = ({ pathsFilter: filter }: AskedPaths, { name, properties }: PastEvent): string | undefined => {
  const types = filter.includeEventTypes ?? []
  const isHogql = types.includes("hogql")
  const isCustom = !name.startsWith("$")
  if (types.length > 0 && !isHogql && !types.some((type) => type === name || (type === "custom_event" && isCustom))) {
    return undefined
  }
  const page = String(properties["$current_url"] ?? "")
  if (name === "$pageview" && (!isHogql || types.includes("$pageview"))) {
    return page.length > 1 && page.endsWith("/") ? page.slice(0, -1) : page
  }
  if (name === "$screen" && (!isHogql || types.includes("$screen"))) return String(properties["$screen_name"] ?? "")
  return isHogql ? String(properties["plan"] ?? "") : name
}

const named = (query: AskedPaths, event: PastEvent): ReadonlyArray<Step> => {
  const { excludeEvents = [], localPathCleaningFilters: cleaning, pathGroupings: groupings } = query.pathsFilter
  const raw = itemOf(query, event)
  if (raw === undefined) return []
  const clean = cleaning === undefined ? raw : raw.replaceAll(/[0-9]+/g, "N")
  const item = groupings !== undefined && clean.includes("/p") ? "/p*" : clean
  return item === "" || excludeEvents.includes(item) ? [] : [{ item, time: event.time }]
}

const sessions = (steps: ReadonlyArray<Step>): ReadonlyArray<ReadonlyArray<Step>> => {
  const found: Array<Array<Step>> = []
  for (const [index, step] of steps.entries()) {
    const before = steps[index - 1]
    if (before === undefined || step.time - before.time >= 30 * 60_000_000) found.push([])
    found.at(-1)?.push(step)
  }
  return found
}

const same = (point: string, { item }: Step): boolean => point === item || (point.length > 1 && point === `${item}/`)

/** The part of a session that is its path. */
const cut = ({ pathsFilter }: AskedPaths, session: ReadonlyArray<Step>): ReadonlyArray<Step> => {
  const { endPoint, startPoint, stepLimit = 5 } = pathsFilter
  const distinct = session.filter((step, index) => session[index - 1]?.item !== step.item)
  const from = startPoint === undefined ? 0 : distinct.findIndex((step) => same(startPoint, step))
  if (from < 0) return []
  const begun = distinct.slice(from)
  if (endPoint === undefined) return begun.slice(0, stepLimit)
  const to = begun.findIndex((step, index) => same(endPoint, step) && (startPoint === undefined || index > 0))
  if (to < 0) return []
  const path = begun.slice(0, to + 1)
  if (path.length <= stepLimit) return path
  if (startPoint === undefined) return path.slice(path.length - stepLimit)
  const half = Math.floor(stepLimit / 2)
  const middle = path.slice(half, half + 1).map(({ time }) => ({ item: "...", time }))
  return [...path.slice(0, half), ...middle, ...path.slice(path.length - half)]
}

const compare = (one: string, other: string): number => one < other ? -1 : one > other ? 1 : 0

/** The paths of each actor. */
const pathsByActor = (history: History, query: AskedPaths): ReadonlyArray<ReadonlyArray<ReadonlyArray<Step>>> => {
  const byActor = Map.groupBy(
    history.events.filter(({ session }) => !query.filterTestAccounts || session !== "s3"),
    ({ group, person }) => query.aggregation_group_type_index === 0 ? group : history.merged.get(person) ?? person
  )
  byActor.delete("")
  return [...byActor.values()].map((events) =>
    sessions(
      events.toSorted((one, other) => one.time - other.time || compare(one.uuid, other.uuid))
        .flatMap((event) => named(query, event))
    ).map((session) => cut(query, session))
  )
}

/** The keys of the steps of paths. */
interface Keys {
  readonly pathStartKey?: string
  readonly pathEndKey?: string
  readonly pathDropoffKey?: string
}

/** The number of actors who have a path with an edge between the keys, or one that ends with a key. */
export const naivePathActors = (
  history: History,
  query: AskedPaths,
  { pathDropoffKey: last, pathEndKey: end, pathStartKey: start }: Keys
): number =>
  pathsByActor(history, query).filter((paths) =>
    paths.some((path) => {
      const keys = path.map(({ item }, index) => `${index + 1}_${item}`)
      if (keys.length === 0 || (last !== undefined && keys[keys.length - 1] !== last)) return false
      const edges = keys.slice(1).map((key, index) => [keys[index], key])
      return (start === undefined && end === undefined) ||
        edges.some(([one, two]) => (start === undefined || one === start) && (end === undefined || two === end))
    })
  ).length

/** The edges that a query of paths has, session by session. */
export const naivePaths = (history: History, query: AskedPaths) => {
  const { edgeLimit = 50, maxEdgeWeight = Infinity, minEdgeWeight = 0 } = query.pathsFilter
  const paths = pathsByActor(history, query).flat()
  const pairs = paths.flatMap((path) =>
    path.slice(1).map((step, index) => ({
      source: `${index + 1}_${path[index]?.item ?? ""}`,
      target: `${index + 2}_${step.item}`,
      time: step.time - (path[index]?.time ?? 0)
    }))
  )
  const edges = [...Map.groupBy(pairs, ({ source, target }) => JSON.stringify([source, target])).values()]
    .flatMap((all) => {
      const [first] = all
      if (first === undefined) return []
      const total = all.reduce((sum, { time }) => sum + time, 0)
      const { source, target } = first
      return [{ source, target, value: all.length, average_conversion_time: total / all.length / 1000 }]
    })
    .filter(({ value }) => value >= minEdgeWeight && value <= maxEdgeWeight)
    .toSorted((one, other) =>
      other.value - one.value || compare(one.source, other.source) || compare(one.target, other.target)
    )
    .slice(0, edgeLimit)
  let reached = edges.filter(({ source }) => source.startsWith("1_"))
  for (let rounds = 0; rounds < 20; rounds++) {
    const targets = new Set(reached.map(({ target }) => target))
    reached = edges.filter(({ source }) => source.startsWith("1_") || targets.has(source))
  }
  return reached
}
