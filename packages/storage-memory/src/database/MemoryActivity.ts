import type { ActivityEntry } from "@hedgerow/core/activity/Activity"
import { DateTime } from "effect"
import type { UndoLog } from "./UndoLog.ts"

const isAfter = (left: ActivityEntry, right: ActivityEntry): boolean => {
  const difference = DateTime.toEpochMillis(left.created_at) - DateTime.toEpochMillis(right.created_at)
  return difference > 0 || (difference === 0 && left.id > right.id)
}

const add = (entries: Array<ActivityEntry>, entry: ActivityEntry): void => {
  let place = entries.length
  for (let last = entries[place - 1]; last !== undefined && isAfter(last, entry); last = entries[place - 1]) place -= 1
  entries.splice(place, 0, entry)
}

const remove = (entries: Array<ActivityEntry>, entry: ActivityEntry): void => {
  const place = entries.lastIndexOf(entry)
  if (place >= 0) entries.splice(place, 1)
}

/**
 * The activity log of a project, or of an organisation apart from its projects: oldest first, whole, by scope and by
 * item, so that a page of any of them costs the same however long the log is. An addition can be taken back through the
 * log.
 */
export class MemoryActivity {
  readonly #log: UndoLog
  readonly #all: Array<ActivityEntry> = []
  readonly #byScope = new Map<string, Array<ActivityEntry>>()
  readonly #byItem = new Map<string, Array<ActivityEntry>>()

  constructor(log: UndoLog) {
    this.#log = log
  }

  add(entry: ActivityEntry): void {
    const lists = [
      this.#all,
      this.#listAt(this.#byScope, entry.scope),
      this.#listAt(this.#byItem, `${entry.scope}/${entry.item_id}`)
    ]
    for (const list of lists) add(list, entry)
    this.#log.record(() => {
      for (const list of lists) remove(list, entry)
    })
  }

  /** Removes the entries that the condition does not name. */
  removeAllBut(isKept: (entry: ActivityEntry) => boolean): void {
    for (const entry of this.#all.filter((one) => !isKept(one))) {
      const lists = [
        this.#all,
        this.#listAt(this.#byScope, entry.scope),
        this.#listAt(this.#byItem, `${entry.scope}/${entry.item_id}`)
      ]
      for (const list of lists) remove(list, entry)
      this.#log.record(() => {
        for (const list of lists) add(list, entry)
      })
    }
  }

  /** The shortest kept list that holds every entry of the scope and item, oldest first. */
  entries(scope: string | undefined, itemId: string | undefined): ReadonlyArray<ActivityEntry> {
    if (scope === undefined) return this.#all
    if (itemId === undefined) return this.#byScope.get(scope) ?? []
    return this.#byItem.get(`${scope}/${itemId}`) ?? []
  }

  #listAt(lists: Map<string, Array<ActivityEntry>>, key: string): Array<ActivityEntry> {
    const known = lists.get(key)
    if (known !== undefined) return known
    const created: Array<ActivityEntry> = []
    lists.set(key, created)
    return created
  }
}
