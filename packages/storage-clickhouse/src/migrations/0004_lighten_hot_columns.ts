import { namesOf, onCluster } from "../schema/CreateTable.ts"
import { events } from "../schema/EventTables.ts"
import { hotCodec, hotColumnName, initialHotKeys } from "../schema/HotKeys.ts"
import { quoted } from "../schema/Table.ts"
import type { Migration } from "./Migration.ts"

/**
 * Hot columns of a codec that is read faster. New parts have it, and stored ones from their next merge on: nothing is
 * rewritten for it. A key that got its column later keeps what it has.
 */
export const lightenHotColumns: Migration = {
  name: "0004_lighten_hot_columns",
  statements: (target) => {
    const [stored] = namesOf(events, target)
    const changes = initialHotKeys.map(({ key }) =>
      `MODIFY COLUMN IF EXISTS ${quoted(hotColumnName(key))} CODEC(${hotCodec})`
    )
    return [`ALTER TABLE ${stored}${onCluster(target)} ${changes.join(", ")}`]
  }
}
