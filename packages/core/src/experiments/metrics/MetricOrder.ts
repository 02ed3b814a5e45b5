/** The order in which the metrics of one sort are shown, by their uuids. */
type Order = ReadonlyArray<string> | null

type Uuids = ReadonlyArray<string>

/** The uuids of the metrics before and after a change, and the order that was sent with it, if one was. */
export interface OrderChange {
  readonly before: Uuids
  readonly after: Uuids
  readonly stored: Order
  readonly sent: Order | undefined
}

/** The order after a change of the metrics: new ones are appended, removed ones are dropped. */
export const nextOrder = ({ after, before, sent, stored }: OrderChange): Order => {
  if (sent === null) return null
  const kept = new Set(after)
  const gone = new Set(before.filter((uuid) => !kept.has(uuid)))
  const base = (sent ?? stored ?? []).filter((uuid) => !gone.has(uuid))
  const known = new Set([...base, ...(sent === undefined ? [] : before)])
  return [...base, ...after.filter((uuid) => !known.has(uuid))]
}

/** The fault of an order that does not fit the metrics. */
export const orderFault = (sort: "primary" | "secondary", order: Order, uuids: Uuids): string | undefined => {
  const advice = "This is likely a frontend bug - please refresh and try again."
  const name = `${sort}_metrics_ordered_uuids`
  if (uuids.length === 0) return undefined
  if (order === null) return `${name} is null but ${sort} metrics exist. ${advice}`
  const missing = uuids.filter((uuid) => !order.includes(uuid)).toSorted()
  return missing.length === 0
    ? undefined
    : `${name} is missing UUIDs: [${missing.map((uuid) => `'${uuid}'`).join(", ")}]. ${advice}`
}
