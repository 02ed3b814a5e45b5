import type { KnownTypes } from "../definitions/TypedProperties.ts"
import type { Project } from "../identity/Project.ts"
import { makeRecentValues, type RecentValues } from "../shared/RecentValues.ts"
import type { ReadNode } from "./AnswerQuery.ts"
import type { QueryRequest } from "./QueryRequest.ts"

/** A request and its node as they were read. */
export interface Reading {
  readonly request: QueryRequest
  readonly node: ReadNode
}

interface OfProject extends Reading {
  readonly project: Project
}

/** Characters of all the requests that are remembered for the same types of properties. */
const mostCharacters = 256 * 1024

/** A longer request is read each time. */
export const longestRemembered = 8 * 1024

/**
 * Requests that were read lately, by the text of their bodies. A project and the types of its properties are other objects
 * once they are others: what was read for those is gone with them.
 */
export const makeRecentReadings = () => {
  const ofTypes = new WeakMap<KnownTypes, RecentValues<OfProject & { readonly size: number }>>()
  const keyOf = ({ id }: Project, text: string): string => `${id} ${text}`
  return {
    find: (project: Project, types: KnownTypes, text: string): Reading | undefined => {
      const found = ofTypes.get(types)?.get(keyOf(project, text))
      return found?.project === project ? found : undefined
    },
    keep: (project: Project, types: KnownTypes, text: string, { node, request }: Reading): void => {
      if (!node.isSelfContained || text.length > longestRemembered) return
      const recent = ofTypes.get(types) ?? makeRecentValues(({ size }) => size, mostCharacters)
      recent.use(keyOf(project, text), { project, request, node, size: text.length })
      ofTypes.set(types, recent)
    }
  }
}
