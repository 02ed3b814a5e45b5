import { Buffer } from "node:buffer"

/** A MaxMind DB file for tests, by the format's specification 2.0: an IPv6 tree with 32-bit records. */
interface Node {
  readonly kind: "node"
  left: Branch
  right: Branch
}
type Branch = Node | { readonly kind: "data"; readonly offset: number } | undefined

const control = (type: number, size: number): ReadonlyArray<number> => {
  const first = type > 7 ? [0, type - 7] : [type << 5]
  const [head = 0, ...rest] = first
  return size < 29 ? [head | size, ...rest] : [head | 29, ...rest, size - 29]
}

const encode = (value: unknown): Buffer => {
  if (typeof value === "string") {
    const text = Buffer.from(value)
    return Buffer.concat([Buffer.from(control(2, text.length)), text])
  }
  if (typeof value === "number") {
    const bytes = Buffer.alloc(Number.isInteger(value) && value >= 0 ? 4 : 8)
    if (bytes.length === 4) bytes.writeUInt32BE(value)
    else bytes.writeDoubleBE(value)
    return Buffer.concat([Buffer.from(control(bytes.length === 4 ? 6 : 3, bytes.length)), bytes])
  }
  if (Array.isArray(value)) return Buffer.concat([Buffer.from(control(11, value.length)), ...value.map(encode)])
  const members = Object.entries(Object(value))
  return Buffer.concat([Buffer.from(control(7, members.length)), ...members.flatMap((pair) => pair.map(encode))])
}

/** The bits of `2001:db8::/32` or `192.0.2.0/24`; IPv4 lies below `::/96`. */
const bitsOf = (network: string): string => {
  const [address = "", length = "0"] = network.split("/")
  const bits = (text: string, radix: number, width: number) =>
    Number.parseInt(text, radix).toString(2).padStart(width, "0")
  if (address.includes(".")) {
    return "0".repeat(96) + address.split(".").map((part) => bits(part, 10, 8)).join("").slice(0, Number(length))
  }
  return address.replace(/::$/, "").split(":").map((part) => bits(part, 16, 16)).join("").padEnd(128, "0")
    .slice(0, Number(length))
}

const emptyNode = (): Node => ({ kind: "node", left: undefined, right: undefined })

const insert = (root: Node, bits: string, offset: number): void => {
  let node = root
  for (const [at, bit] of [...bits].entries()) {
    const side = bit === "0" ? "left" : "right"
    if (at === bits.length - 1) {
      node[side] = { kind: "data", offset }
      return
    }
    const known = node[side]
    const next = known?.kind === "node" ? known : emptyNode()
    node[side] = next
    node = next
  }
}

const nodesOf = (node: Branch): ReadonlyArray<Node> =>
  node?.kind === "node" ? [node, ...nodesOf(node.left), ...nodesOf(node.right)] : []

/** The bytes of a file that knows these networks. */
export const mmdbFile = (networks: Readonly<Record<string, unknown>>): Buffer => {
  const root = emptyNode()
  const data: Array<Buffer> = []
  for (const [network, record] of Object.entries(networks)) {
    insert(root, bitsOf(network), Buffer.concat(data).length)
    data.push(encode(record))
  }
  const nodes = nodesOf(root)
  const tree = Buffer.alloc(nodes.length * 8)
  const recordOf = (branch: Branch): number => {
    if (branch === undefined) return nodes.length
    return branch.kind === "node" ? nodes.indexOf(branch) : nodes.length + 16 + branch.offset
  }
  for (const [at, { left, right }] of nodes.entries()) {
    tree.writeUInt32BE(recordOf(left), at * 8)
    tree.writeUInt32BE(recordOf(right), at * 8 + 4)
  }
  const metadata = encode({
    node_count: nodes.length,
    record_size: 32,
    ip_version: 6,
    database_type: "Test",
    languages: ["en"],
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1_700_000_000,
    description: {}
  })
  return Buffer.concat([tree, Buffer.alloc(16), ...data, Buffer.from("\xab\xcd\xefMaxMind.com", "latin1"), metadata])
}
