import type { Column } from "../plan/Plan.ts"
import { SourceNames } from "../render/SourceNames.ts"
import { nulls } from "./ChType.ts"
import { columnKey, propertyKey } from "./ColumnsRead.ts"

type Texts = ReadonlyMap<string, string>

/** The texts that stand in a statement for the columns and properties of a source, and for its constant 1. */
interface Origin {
  readonly columns: Texts
  readonly properties: Texts
  readonly one: string
  /** The columns as a join has them that gives rows which are not there no NULL, but 0 for `one`. */
  readonly joined?: Texts
}

/** A column of a row that may not be there. */
export interface JoinedColumn {
  readonly isThere: string
  readonly text: string
}

const numbered = (keys: ReadonlyArray<string>, letter: string, path: (column: string) => string): Texts =>
  new Map(keys.map((key, i) => [key, path(`${letter}${i}`)]))

/** The sources of one statement: columns of subqueries are `c0`, `c1`, …, properties that a scan takes `j0`, `j1`, …. */
export class Sources extends SourceNames {
  readonly #origins = new Map<string, Origin>()

  /** A subquery with numbered columns and properties. */
  add(alias: string, columns: ReadonlyArray<string>, properties: ReadonlyArray<string> = []): string {
    const name = this.fresh()
    const path = (column: string): string => `${name}.${column}`
    this.#origins.set(alias, {
      columns: numbered(columns, "c", path),
      properties: numbered(properties, "j", path),
      one: path("one")
    })
    return name
  }

  /** A source whose columns and properties are these texts. */
  addTexts(alias: string, texts: Pick<Origin, "columns" | "properties">, one: string): void {
    this.#origins.set(alias, { ...texts, one })
  }

  /** From here on the columns of the source, which are uuids, are NULL where it has 0 for `one`. */
  lack(alias: string): void {
    const { columns, one, properties } = this.#origin(alias)
    const orNull = new Map([...columns].map(([key, text]) => [key, `if(${one}, ${text}, ${nulls.uuid})`]))
    this.#origins.set(alias, { columns: orNull, properties, one, joined: columns })
  }

  /** A column of a source of which rows may not be there. */
  joined({ name, source }: Column): JoinedColumn | undefined {
    const { joined, one } = this.#origin(source)
    const text = joined?.get(name)
    return text === undefined ? undefined : { isThere: one, text }
  }

  /**
   * Puts sources into a subquery of their join: the columns that it selects, under names of their own, and its name.
   */
  nest(aliases: ReadonlyArray<string>): { readonly name: string; readonly selected: ReadonlyArray<string> } {
    const name = this.fresh()
    const selected: Array<string> = []
    const outer = (text: string): string => `${name}.n${selected.push(`${text} AS n${selected.length}`) - 1}`
    const moved = (texts: Texts): Texts => new Map([...texts].map(([key, text]) => [key, outer(text)]))
    for (const alias of aliases) {
      const { columns, one, properties } = this.#origin(alias)
      this.#origins.set(alias, { columns: moved(columns), properties: moved(properties), one: outer(one) })
    }
    return { name, selected }
  }

  /** The constant that joins without a key of their own use. */
  one(alias: string): string {
    return this.#origin(alias).one
  }

  /** The SQL of a source's column. */
  column(expr: Column): string {
    const { columns } = this.#origin(expr.source)
    const column = columns.get(columnKey(expr)) ?? columns.get(expr.name)
    if (column === undefined) throw new Error("The plan names a column that its sources do not have")
    return column
  }

  /** The SQL of a source's property; undefined where it has only the document. */
  property(alias: string, column: string, path: ReadonlyArray<string>): string | undefined {
    return this.#origin(alias).properties.get(propertyKey(column, path))
  }

  #origin(alias: string): Origin {
    const origin = this.#origins.get(alias)
    if (origin === undefined) throw new Error("The plan names a source that it does not have")
    return origin
  }
}
