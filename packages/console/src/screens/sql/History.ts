/** Statements that ran in this browser, the newest first. */
export interface Ran {
  readonly sql: string
  readonly at: number
}

const most = 50

const nameOf = (project: number): string => `hedgerow sql history ${project}`

export const ranBefore = (project: number): ReadonlyArray<Ran> => {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(nameOf(project)) ?? "[]")
    return Array.isArray(found) ? found as ReadonlyArray<Ran> : []
  } catch {
    return []
  }
}

/** Remembers a statement; one that ran before moves to the front. */
export const remember = (project: number, sql: string, at: number): void => {
  const others = ranBefore(project).filter((one) => one.sql !== sql)
  localStorage.setItem(nameOf(project), JSON.stringify([{ sql, at }, ...others].slice(0, most)))
}
