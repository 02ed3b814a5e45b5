import { Context } from "effect"
import { FindMyWay } from "effect/http"
import { HttpApi, type HttpApiGroup } from "effect/http-api"
import { OwnCaching } from "./AnswerHeaders.ts"
import { CrossOrigin } from "./CrossOrigin.ts"
import type { IndexedPath, RouteIndex } from "./IndexedPath.ts"
import { AnswersStale } from "./StaleAnswers.ts"

/** GET paths that the server adds to the contract's, such as `/metrics`. */
export class FurtherPaths extends Context.Reference<ReadonlyArray<string>>(
  "@hedgerow/http/middleware/FurtherPaths",
  { defaultValue: () => [] }
) {}

type Kinds = { readonly methods: Set<string>; crossOrigin: boolean; ownCaching: boolean; answersStale: boolean }

const allowOf = (methods: ReadonlySet<string>): string => {
  const all = new Set([...methods, "OPTIONS"])
  if (all.has("GET")) all.add("HEAD")
  return [...all].sort().join(", ")
}

/** Indexes the paths of an API and the further GET paths its server adds. */
export const makeRouteIndex = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>,
  furtherPaths: ReadonlyArray<string>
): RouteIndex => {
  const paths = new Map<string, Kinds>()
  const entry = (template: string) => {
    const found = paths.get(template)
      ?? { methods: new Set<string>(), crossOrigin: false, ownCaching: false, answersStale: false }
    paths.set(template, found)
    return found
  }
  HttpApi.reflect(api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint, mergedAnnotations }) => {
      const path = entry(endpoint.path)
      path.methods.add(endpoint.method)
      path.crossOrigin ||= Context.get(mergedAnnotations, CrossOrigin)
      path.ownCaching ||= Context.get(mergedAnnotations, OwnCaching)
      path.answersStale ||= Context.get(mergedAnnotations, AnswersStale)
    }
  })
  for (const template of furtherPaths) {
    const path = entry(template)
    path.methods.add("GET")
    path.ownCaching = true
  }
  const all = [...paths].map(([template, { answersStale, crossOrigin, methods, ownCaching }]): IndexedPath => ({
    template,
    methods: allowOf(methods),
    crossOrigin,
    ownCaching,
    answersStale
  }))
  const router = FindMyWay.make<IndexedPath>()
  // The paths of every method are looked up as those of one.
  for (const path of all) router.on("GET", path.template as `/${string}`, path)
  // The middleware around a request asks for its path one after the other.
  let last: { readonly url: string; readonly path: IndexedPath | undefined } | undefined
  const find = (url: string): IndexedPath | undefined => {
    if (last?.url !== url) last = { url, path: router.find("GET", url)?.handler }
    return last.path
  }
  return { all, find }
}
