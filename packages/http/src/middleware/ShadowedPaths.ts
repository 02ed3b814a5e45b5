import type { IndexedPath } from "./IndexedPath.ts"

/** Routers take HEAD for GET, and no contract answers OPTIONS. */
const routedMethods = ["DELETE", "GET", "PATCH", "POST", "PUT"] as const

const hasMethod = ({ methods }: IndexedPath, method: string): boolean => methods.split(", ").includes(method)

/** Whether a URL of `path` is one of `other`, too: it has the same texts, or a parameter in place of them. */
const isCoveredBy = (path: IndexedPath, other: IndexedPath): boolean => {
  const own = path.template.split("/")
  const its = other.template.split("/")
  return own.length === its.length && its.every((part, index) => part === own[index] || part.startsWith(":"))
}

/** A path, and a method that it has not. */
export interface MissingMethod {
  readonly path: IndexedPath
  readonly method: (typeof routedMethods)[number]
}

/**
 * The methods that a path has not while another one has them that its URLs are also of: without a route of their own,
 * `GET …/feature_flags/bulk_keys/` would be the flag of that id.
 */
export const shadowedMethods = (paths: ReadonlyArray<IndexedPath>): ReadonlyArray<MissingMethod> =>
  paths.flatMap((path) => {
    const covering = paths.filter((other) => other !== path && isCoveredBy(path, other))
    return routedMethods
      .filter((method) => !hasMethod(path, method) && covering.some((other) => hasMethod(other, method)))
      .map((method) => ({ path, method }))
  })
