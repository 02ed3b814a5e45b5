/** The settings that a statement runs under. */
export interface Surroundings {
  readonly database: string | undefined
  readonly settings: ReadonlyMap<string, string>
  /** Values in the text form of HTTP parameters. */
  readonly params: ReadonlyMap<string, string>
}

/** The surroundings a connection has. */
export type Held = Surroundings

/** The surroundings of a fresh connection. */
export const nothingHeld: Held = { database: undefined, settings: new Map(), params: new Map() }

/** A text as the engine reads it. */
export const literal = (text: string): string => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`

const name = (text: string): string => `\`${text.replaceAll("\\", "\\\\").replaceAll("`", "\\`")}\``

/** The setting that marks this driver's statements in `system.processes`; alone it means nothing to the engine. */
const tagSetting = "query_cache_tag"

/** The condition that finds a marked statement. */
export const hasTag = (tag: string): string => `Settings['${tagSetting}'] = ${literal(tag)}`

/** The settings that are another for each statement. */
const ownNames: ReadonlySet<string> = new Set(["log_comment", tagSetting])

/** Those of a statement, as its text can end with them. */
export const ownSettings = (tag: string, { settings }: Surroundings): string => {
  const comment = settings.get("log_comment")
  return `${tagSetting} = ${literal(tag)}${comment === undefined ? "" : `, log_comment = ${literal(comment)}`}`
}

/**
 * The statement that brings a connection to its settings, values and database, and its mark unless the text has that
 * itself; undefined when the connection has them already. Beside it, the surroundings of the connection afterwards.
 */
export const prelude = (
  tag: string | undefined,
  { database, params, settings }: Surroundings,
  held: Held
): { readonly statement: string | undefined; readonly held: Held } => {
  const all = new Map(
    tag === undefined ? [...settings].filter(([key]) => !ownNames.has(key)) : [...settings, [tagSetting, tag]]
  )
  const changed = [...all].flatMap(([key, value]) =>
    held.settings.get(key) === value ? [] : [`${key} = ${literal(value)}`]
  )
  const forgotten = [...held.settings.keys()].flatMap((key) => all.has(key) ? [] : [`${key} = DEFAULT`])
  const values = [...params].flatMap(([key, value]) =>
    held.params.get(key) === value ? [] : [`param_${key} = ${literal(value)}`]
  )
  const assigned = [...changed, ...forgotten, ...values]
  const set = assigned.length === 0 ? [] : [`SET ${assigned.join(", ")}`]
  const use = database === undefined || database === held.database ? [] : [`USE ${name(database)}`]
  const statements = [...set, ...use]
  return {
    statement: statements.length === 0 ? undefined : statements.join("; "),
    held: { database, params, settings: all }
  }
}
