import { numberOf } from "./NumberWords.ts"
import { Unclear } from "./PromptReader.ts"
import { type KnownProperty, numberSql, propertySql, textSql } from "./Vocabulary.ts"

/** The property as it is compared with texts: lists, flags and numbers by what they are written as. */
export const asText = (property: KnownProperty): string =>
  property.type === null || property.type === "String" ? propertySql(property) : `toString(${propertySql(property)})`

/** The number in SQL; other texts are no value of a number, and properties of other types are no numbers. */
export const numeric = (property: KnownProperty, text: string): string => {
  const number = numberOf({ text, lower: text, isQuoted: false })
  if (property.type === "Numeric" && number !== undefined) return number
  throw new Unclear(`The property "${property.name}" cannot be compared with "${text}" as a number.`)
}

const booleans: ReadonlyMap<string, string> = new Map([["true", "true"], ["yes", "true"], ["false", "false"], [
  "no",
  "false"
]])

const flag = (property: KnownProperty, text: string): string => {
  const value = booleans.get(text.toLowerCase())
  if (value !== undefined) return textSql(value)
  throw new Unclear(`The property "${property.name}" is true or false, not "${text}".`)
}

/** A value as the property is compared with it. */
const valueSql = (property: KnownProperty, text: string): string => {
  if (property.type === "Numeric") return numeric(property, text)
  return property.type === "Boolean" ? flag(property, text) : textSql(text)
}

/** That the property has one of the values, or none of them. */
export const equality = (property: KnownProperty, values: ReadonlyArray<string>, negated: boolean): string => {
  const value = property.type === "Numeric" ? numberSql(property) : asText(property)
  const list = values.map((text) => valueSql(property, text))
  if (list.length > 1) return `${value} ${negated ? "NOT IN" : "IN"} (${list.join(", ")})`
  return `${value} ${negated ? "!=" : "="} ${list.join()}`
}
