import type { IndexedPath } from "./IndexedPath.ts"

/** Routers take HEAD for GET, and no contract answers OPTIONS. */
const routedMethods = ["DELETE", "GET", "PATCH", "POST", "PUT"] as const

/** A path with its parts and methods, which are compared with those of many others. */
interface SplitPath {
  readonly path: IndexedPath
  readonly parts: ReadonlyArray<string>
  readonly methods: ReadonlySet<string>
}

const split = (path: IndexedPath): SplitPath => ({
  path,
  parts: path.template.split("/"),
  methods: new Set(path.methods.split(", "))
})

/** Whether a URL of `own` is one of `other`, too: it has the same texts, or a parameter in place of them. */
const isCoveredBy = (own: SplitPath, other: SplitPath): boolean =>
  other.parts.every((part, index) => part === own.parts[index] || part.startsWith(":"))

/** A path, and a method that it has not. */
export interface MissingMethod {
  readonly path: IndexedPath
  readonly method: (typeof routedMethods)[number]
}

/**
 * The methods that a path has not while another one has them that its URLs are also of: without a route of their own,
 * `GET …/feature_flags/bulk_keys/` would be the flag of that id.
 */
export const shadowedMethods = (paths: ReadonlyArray<IndexedPath>): ReadonlyArray<MissingMethod> => {
  const all = paths.map(split)
  const byLength = Map.groupBy(all, ({ parts }) => parts.length)
  return all.flatMap((own) => {
    const alike = byLength.get(own.parts.length) ?? []
    const covering = alike.filter((other) => other !== own && isCoveredBy(own, other))
    return routedMethods
      .filter((method) => !own.methods.has(method) && covering.some(({ methods }) => methods.has(method)))
      .map((method) => ({ path: own.path, method }))
  })
}
