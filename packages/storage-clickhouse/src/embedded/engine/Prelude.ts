/** What a statement runs under. */
export interface Surroundings {
  readonly database: string | undefined
  readonly settings: ReadonlyMap<string, string>
  /** Values in the text form of HTTP parameters. */
  readonly params: ReadonlyMap<string, string>
}

/** What a connection was told. */
export type Held = Surroundings

/** What a fresh connection was told. */
export const nothingHeld: Held = { database: undefined, settings: new Map(), params: new Map() }

const literal = (text: string): string => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`

const name = (text: string): string => `\`${text.replaceAll("\\", "\\\\").replaceAll("`", "\\`")}\``

/** The setting that marks a statement of ours in `system.processes`; alone it means nothing to the engine. */
const tagSetting = "query_cache_tag"

/** The condition that finds a marked statement. */
export const hasTag = (tag: string): string => `Settings['${tagSetting}'] = ${literal(tag)}`

/** The statements that bring a connection to its settings, parameters, database and mark, and what it holds then. */
export const prelude = (
  tag: string,
  { database, params, settings }: Surroundings,
  held: Held
): { readonly statement: string; readonly held: Held } => {
  const all = new Map([...settings, [tagSetting, tag]])
  const changed = [...all].flatMap(([key, value]) =>
    held.settings.get(key) === value ? [] : [`${key} = ${literal(value)}`]
  )
  const forgotten = [...held.settings.keys()].flatMap((key) => all.has(key) ? [] : [`${key} = DEFAULT`])
  const values = [...params].flatMap(([key, value]) =>
    held.params.get(key) === value ? [] : [`param_${key} = ${literal(value)}`]
  )
  const set = `SET ${[...changed, ...forgotten, ...values].join(", ")}`
  return {
    statement: database === undefined || database === held.database ? set : `${set}; USE ${name(database)}`,
    held: { database, params, settings: all }
  }
}
