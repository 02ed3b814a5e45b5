/** Counts the actors of each outcome that have each of many names. */
import type { ClosedSpan } from "../../structured/InsightFields.ts"
import type { RanStatement } from "../../structured/RunStatement.ts"
import type { NameCounts } from "./Correlations.ts"
import type { Outcome } from "./FunnelOutcomes.ts"

/** At most this many different names are counted. */
export const maxNames = 500_000

/** The actors of each outcome, by name and all of them; no names where there are more than are counted. */
export interface CountedNames {
  readonly names: ReadonlyMap<string, NameCounts> | undefined
  readonly totals: NameCounts
  readonly span: ClosedSpan
  readonly ran: RanStatement
}

interface Counts extends NameCounts {
  converted: number
  left: number
}

/** Takes actors one after the other, each with its names, of which each counts once. */
export const countNames = () => {
  const names = new Map<string, Counts>()
  const own = new Set<string>()
  let actor: string | undefined
  let isWhole = true
  return {
    see: (who: string, { isConverted }: Outcome, name: string): void => {
      if (who !== actor) {
        own.clear()
        actor = who
      }
      if (own.has(name)) return
      own.add(name)
      const counts = names.get(name)
      if (counts === undefined && names.size === maxNames) isWhole = false
      else if (counts === undefined) names.set(name, { converted: isConverted ? 1 : 0, left: isConverted ? 0 : 1 })
      else if (isConverted) counts.converted++
      else counts.left++
    },
    names: (): ReadonlyMap<string, NameCounts> => names,
    /** Whether all of them were counted. */
    isWhole: () => isWhole
  }
}
