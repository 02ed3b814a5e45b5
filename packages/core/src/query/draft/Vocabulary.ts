import { printPath, printText } from "@hedgerow/sql/print/Names"
import type { PropertyType } from "../../definitions/PropertyDefinition.ts"
import { NameIndex } from "./NameIndex.ts"

/** An event of the project. */
export interface KnownEvent {
  readonly name: string
}

/** A property of the project's events, or of the persons behind them. */
export interface KnownProperty {
  readonly name: string
  readonly kind: "event" | "person"
  readonly type: PropertyType | null
}

/** The names that a project's data uses. */
export interface Vocabulary {
  readonly events: ReadonlyArray<KnownEvent>
  readonly properties: ReadonlyArray<KnownProperty>
}

/** A vocabulary in which phrases are looked up. */
export interface Names {
  readonly events: NameIndex<KnownEvent>
  readonly eventProperties: NameIndex<KnownProperty>
  readonly personProperties: NameIndex<KnownProperty>
}

export const namesOf = ({ events, properties }: Vocabulary): Names => ({
  events: new NameIndex(events),
  eventProperties: new NameIndex(properties.filter(({ kind }) => kind === "event")),
  personProperties: new NameIndex(properties.filter(({ kind }) => kind === "person"))
})

/** The property in SQL, as text. */
export const propertySql = ({ kind, name }: KnownProperty): string =>
  printPath(kind === "event" ? ["properties", name] : ["person", "properties", name])

/** The property in SQL, as a number. */
export const numberSql = (property: KnownProperty): string => `toFloat(${propertySql(property)})`

/** A text in SQL. */
export const textSql = printText
