import { recordOrEmpty } from "@hedgerow/core/shared/JsonRecord"
import type { Operation } from "./ContractDocument.ts"

const notice = "// Made from docs/openapi.json by `pnpm run docs`: do not edit.\n"

/** Operations by the group that their id begins with, in their order. */
const byGroup = (operations: ReadonlyArray<Operation>): ReadonlyMap<string, ReadonlyArray<Operation>> =>
  Map.groupBy(operations, ({ id }) => id.slice(0, id.indexOf(".")))

const nameIn = (group: string, { id }: Operation): string => id.slice(group.length + 1)

/** Whether the answer is a page of a list: its items, and where the next ones are. */
const isPaged = ({ answer, method }: Operation): boolean => {
  const fields = recordOrEmpty(answer["properties"])
  const counted = ["next", "has_more", "count"].some((name) => name in fields)
  return method === "GET" && "results" in fields && counted
}

/**
 * Whether sending a POST twice does no more than sending it once: it only reads. Events are not read: one without a time of
 * its own is another event with every sending.
 */
const isRepeatable = ({ access, id, method }: Operation): boolean =>
  method === "POST" && (access.endsWith(":read") || (access === "public" && !id.startsWith("capture.")))

const routeOf = (operation: Operation): string =>
  [
    operation.method,
    operation.path,
    ...isPaged(operation) ? ["pages"] : [],
    ...isRepeatable(operation) ? ["repeatable"] : [],
    ...operation.headers
  ].join(" ")

/** The table of operations that the client runs on. */
export const operationsText = (operations: ReadonlyArray<Operation>): string => {
  const groups = [...byGroup(operations)].map(([group, members]) => {
    const lines = members.map((one) => `    ${nameIn(group, one)}: ${JSON.stringify(routeOf(one))}`)
    return `  ${group}: {\n${lines.join(",\n")}\n  }`
  })
  return [
    notice,
    "/**",
    " * Every operation by its group and name: the method, the path, and words about it. `pages` answers a page of a list,",
    " * `repeatable` is a POST that may be sent twice, the rest are headers that it takes.",
    " */",
    `export const operations = {\n${groups.join(",\n")}\n} as const\n`
  ].join("\n")
}

const interfaceName = (group: string): string => `${group.charAt(0).toUpperCase()}${group.slice(1)}Calls`

const docOf = ({ description, summary }: Operation): string =>
  `  /** ${[summary, description].filter((text) => text !== "").map((text) => text.replace(/\.?$/, ".")).join(" ")} */`

/** The types of the client's methods, with the texts of the contract. */
export const callsText = (operations: ReadonlyArray<Operation>): string => {
  const groups = byGroup(operations)
  const interfaces = [...groups].map(([group, members]) => {
    const methods = members.map((one) =>
      `${docOf(one)}\n  readonly ${nameIn(group, one)}: ${isPaged(one) ? "PagedCall" : "Call"}<"${one.id}">`
    )
    return `/** The operations \`${group}.…\` of the contract. */\nexport interface ${interfaceName(group)} {\n${
      methods.join("\n")
    }\n}\n`
  })
  const all = [...groups.keys()].map((group) => `  readonly ${group}: ${interfaceName(group)}`)
  return [
    notice,
    "import type { Call, PagedCall } from \"../calls/Call.ts\"\n",
    ...interfaces,
    `/** Every operation of the contract, by group. */\nexport interface Calls {\n${all.join("\n")}\n}\n`
  ].join("\n")
}
