/** What a statement runs under. */
export interface Surroundings {
  readonly database: string | undefined
  readonly settings: ReadonlyMap<string, string>
  /** Values in the text form of HTTP parameters. */
  readonly params: ReadonlyMap<string, string>
}

const literal = (text: string): string => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`

const name = (text: string): string => `\`${text.replaceAll("\\", "\\\\").replaceAll("`", "\\`")}\``

/** The setting that marks a statement of ours in `system.processes`; alone it means nothing to the engine. */
const tagSetting = "query_cache_tag"

/** The condition that finds a marked statement. */
export const hasTag = (tag: string): string => `Settings['${tagSetting}'] = ${literal(tag)}`

/** The statements that give a fresh connection its settings, parameters, database and mark. */
export const prelude = (tag: string, { database, params, settings }: Surroundings): string => {
  const all = new Map([...settings, [tagSetting, tag]])
  const values = [...params].map(([key, value]) => [`param_${key}`, value] as const)
  const set = [...all, ...values].map(([key, value]) => `${key} = ${literal(value)}`).join(", ")
  return database === undefined ? `SET ${set}` : `SET ${set}; USE ${name(database)}`
}
