import type { AstExpr } from "../ast/Ast.ts"
import { maximumDepth, tooDeep, tooManyNodes } from "../parse/Limits.ts"
import { isJsonRecord, type JsonRecord } from "./JsonRecord.ts"

export type JsonPath = ReadonlyArray<string | number>

/** Leaves the reading of a tree in one step; it never leaves `readJsonTree`. */
export class JsonTreeRefused {
  readonly path: JsonPath
  readonly message: string
  constructor(path: JsonPath, message: string) {
    this.path = path
    this.message = message
  }
}

const refused = (path: JsonPath, message: string): never => {
  throw new JsonTreeRefused(path, message)
}

/** What is known of a tree while it is read: the nodes that are left to it, and the places of its expressions. */
export interface JsonReading {
  left: number
  readonly places: Array<{ readonly expr: AstExpr; readonly path: JsonPath; readonly nodes: number }>
}

/** Fields that say nothing of the meaning of a node. */
const silent: ReadonlySet<string> = new Set(["node", "__hx_ast", "start", "end", "type", "hidden", "from_asterisk"])

const isAbsent = (value: unknown): boolean => value === undefined || value === null

/** A node of a tree in the reference's JSON. A field that is read nowhere may only be absent. */
export class JsonNode {
  readonly path: JsonPath
  readonly tag: string
  readonly reading: JsonReading
  private readonly fields: JsonRecord
  private readonly read = new Set<string>()

  constructor(value: unknown, path: JsonPath, reading: JsonReading) {
    if (!isJsonRecord(value)) refused(path, "A node of a query is an object.")
    const fields = value as JsonRecord
    const tag = fields["node"] ?? fields["__hx_ast"]
    if (typeof tag !== "string") refused([...path, "node"], "This field is required: the name of the node.")
    if (path.length > maximumDepth * 2) refused(path, tooDeep)
    if (--reading.left < 0) refused(path, tooManyNodes)
    this.path = path
    this.tag = String(tag)
    this.reading = reading
    this.fields = fields
  }

  fail(message: string, ...more: JsonPath): never {
    return refused([...this.path, ...more], message)
  }

  /** The value of a field, undefined for none. */
  value(key: string): unknown {
    this.read.add(key)
    const found = Object.hasOwn(this.fields, key) ? this.fields[key] : undefined
    return isAbsent(found) ? undefined : found
  }

  text(key: string): string {
    const found = this.value(key)
    return typeof found === "string" ? found : this.fail("A text is needed.", key)
  }

  optionalText(key: string): string | undefined {
    return this.value(key) === undefined ? undefined : this.text(key)
  }

  flag(key: string): boolean {
    const found = this.value(key) ?? false
    return typeof found === "boolean" ? found : this.fail("True or false is needed.", key)
  }

  /** The names of a list of texts and numbers. */
  names(key: string): ReadonlyArray<string> {
    const found = this.value(key)
    if (!Array.isArray(found)) return this.fail("A list is needed.", key)
    return found.map((one: unknown, i) =>
      typeof one === "string" || typeof one === "number" ? String(one) : this.fail("A text is needed.", key, i)
    )
  }

  node(key: string): JsonNode {
    return new JsonNode(this.value(key) ?? {}, [...this.path, key], this.reading)
  }

  optional(key: string): JsonNode | undefined {
    return this.value(key) === undefined ? undefined : this.node(key)
  }

  /** The nodes of a list, none where there is no list. */
  nodes(key: string): ReadonlyArray<JsonNode> {
    const found = this.value(key) ?? []
    if (!Array.isArray(found)) return this.fail("A list is needed.", key)
    return found.map((one: unknown, i) => new JsonNode(one, [...this.path, key, i], this.reading))
  }

  /** The nodes of a list in a list. */
  pair(key: string, index: number): ReadonlyArray<JsonNode> {
    const found: unknown = (this.value(key) as ReadonlyArray<unknown> | undefined)?.[index]
    if (!Array.isArray(found) || found.length !== 2) return this.fail("A key and a value are needed.", key, index)
    return found.map((one: unknown, i) => new JsonNode(one, [...this.path, key, index, i], this.reading))
  }

  /** The nodes of an object, with their names. */
  named(key: string): ReadonlyArray<readonly [string, JsonNode]> {
    const found = this.value(key) ?? {}
    if (!isJsonRecord(found)) return this.fail("An object is needed.", key)
    return Object.entries(found).map((
      [name, one]
    ) => [name, new JsonNode(one, [...this.path, key, name], this.reading)])
  }

  /** Refuses what was not read, so that no part of a query is left out without a word. */
  done(): void {
    const other = Object.entries(this.fields).find(([key, value]) =>
      !silent.has(key) && !this.read.has(key) && !isAbsent(value) && value !== false
    )
    if (other !== undefined) this.fail(`A ${this.tag} with this field is not supported.`, other[0])
  }
}

/** Reads an expression that a node has inside. */
export type ReadJson = (node: JsonNode) => AstExpr
