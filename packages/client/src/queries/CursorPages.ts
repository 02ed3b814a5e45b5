type Node = Readonly<Record<string, unknown>>

/** Whether an EventsQuery has the earliest event first; without an order it has the latest. */
const isRising = ({ orderBy }: Node): boolean =>
  Array.isArray(orderBy) && /^timestamp(\s+asc)?\s*(,|$)/i.test(String(orderBy[0]))

/** The query of the first page. */
const firstOf = (node: Node): Node => node["kind"] === "EventsQuery" ? node : { ...node, after: null }

/** The query of the page after an answer; undefined after the last. */
const nextOf = (node: Node, answer: Node): Node | undefined => {
  const cursor = node["kind"] === "EventsQuery" ? answer["nextCursor"] : answer["after"]
  if (typeof cursor !== "string") return undefined
  return node["kind"] === "EventsQuery" && !isRising(node) ? { ...node, before: cursor } : { ...node, after: cursor }
}

/** The pages of an SQL statement or an EventsQuery, each begun after the last row of the one before. */
export async function* cursorPages(
  body: { readonly query: object },
  ask: (body: object) => Promise<unknown>
): AsyncGenerator<unknown, void, undefined> {
  let node: Node | undefined = firstOf({ ...body.query })
  while (node !== undefined) {
    const answer: unknown = await ask({ ...body, query: node })
    yield answer
    node = nextOf(node, answer as Node)
  }
}
