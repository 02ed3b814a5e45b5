import { toIso } from "@hedgerow/sql/types/Instants"
import type { Asked } from "./Asked.ts"
import { questionOf } from "./CacheKey.ts"
import { freshUntil, nextAllowedRefresh } from "./execution/Staleness.ts"
import type { QueryKind, QueryNode } from "./QueryKind.ts"
import { planModifiers } from "./QueryModifiers.ts"
import type { QueryEnvelope } from "./QueryResponse.ts"

type Named<Node extends QueryNode> = Pick<QueryKind<Node, never>, "freshness" | "kind" | "significant">

/** The question that a node asks: its result goes by it. */
export const questionOfNode = <Node extends QueryNode>(
  kind: Named<Node>,
  node: Node,
  { overrides, project, types }: Asked
): string =>
  questionOf({
    project,
    kind: kind.kind,
    query: kind.significant(node),
    modifiers: planModifiers(node.modifiers),
    overrides,
    types: types.version
  })

/** The envelope of a node that was run at `asked.now`, whose result has this name. */
export const envelopeOf = <Node extends QueryNode>(
  kind: Pick<Named<Node>, "freshness">,
  node: Node,
  asked: Asked,
  cacheKey: string
): QueryEnvelope => {
  const { now, project } = asked
  const modifiers = planModifiers(node.modifiers)
  const fresh = freshUntil(kind.freshness(node, asked), now)
  return {
    modifiers: {
      ...modifiers,
      ...(node.modifiers?.debug === true ? { debug: true } : undefined),
      ...(node.modifiers?.timings === true ? { timings: true } : undefined)
    },
    query_status: null,
    resolved_date_range: null,
    is_cached: false,
    last_refresh: toIso(now),
    next_allowed_client_refresh: toIso(nextAllowedRefresh(now)),
    cache_key: cacheKey,
    cache_target_age: fresh === undefined ? null : toIso(fresh),
    timezone: project.timezone,
    calculation_trigger: null
  }
}
