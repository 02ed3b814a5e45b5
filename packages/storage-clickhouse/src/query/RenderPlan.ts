import type { Rendered } from "@hedgerow/sql/clickhouse/Parameters"
import { renderInSteps as renderStored } from "@hedgerow/sql/clickhouse/RenderSelect"
import type { Settings } from "@hedgerow/sql/clickhouse/Settings"
import type { QueryPlan } from "@hedgerow/sql/plan/Plan"
import { atOnce, type Steps } from "@hedgerow/sql/types/Steps"
import { cellKeys } from "./CellKeys.ts"
import { storedIn } from "./ClickHouseTables.ts"
import { bindTimelines } from "./PersonScan.ts"
import type { HotColumns } from "./PropertyAccess.ts"

/** A statement, the keys of events' properties that it reads from the cells, and its own settings. */
export interface RenderedPlan extends Rendered {
  readonly keys: ReadonlyArray<string>
  readonly settings: Settings
}

/** The statement of a plan, its columns in the form that `decodeRows` reads. */
export const renderPlan = (asked: QueryPlan, hot: HotColumns): RenderedPlan => atOnce(renderInSteps(asked, hot))

/** The same, a long statement in steps. */
export function* renderInSteps(asked: QueryPlan, hot: HotColumns): Steps<RenderedPlan> {
  const { bound, plan } = bindTimelines(asked)
  const { read, ...rendered } = yield* renderStored(plan, storedIn(hot, bound))
  return { ...rendered, keys: cellKeys(plan, { hot, read, timelines: bound }) }
}
