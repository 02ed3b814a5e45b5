import type { EventTime } from "@hedgerow/core/events/EventTime"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { QuerySlotRepository, type SlotClaim } from "@hedgerow/core/query/execution/QuerySlotRepository"
import type { Uuid } from "@hedgerow/core/shared/Uuid"
import { Effect, Layer } from "effect"
import { MemoryDatabase } from "../database/MemoryDatabase.ts"
import type { SlotRow } from "../database/SlotRow.ts"

const keyOf = ({ node, project }: Pick<SlotRow, "node" | "project">): string => `${project}/${node}`

/** Slots of queries in memory. */
export const layer: Layer.Layer<QuerySlotRepository, never, MemoryDatabase> = Layer.effect(
  QuerySlotRepository,
  Effect.gen(function*() {
    const { operation } = yield* MemoryDatabase

    return QuerySlotRepository.of({
      take: Effect.fn("QuerySlotRepository.take")(({ capacity, node, now, project, until }: SlotClaim) =>
        operation((state) => {
          const live = [...state.querySlots.values()].filter((row) => row.project === project && row.until > now)
          const held = live.reduce((sum, row) => sum + row.held, 0)
          if (held >= capacity) return false
          const own = live.find((row) => row.node === node)?.held ?? 0
          state.querySlots.set(keyOf({ project, node }), { project, node, held: own + 1, until })
          return true
        })
      ),
      give: Effect.fn("QuerySlotRepository.give")((project: ProjectId, node: Uuid, slots: number) =>
        operation((state) => {
          const key = keyOf({ project, node })
          const row = state.querySlots.get(key)
          if (row !== undefined) state.querySlots.set(key, { ...row, held: Math.max(row.held - slots, 0) })
        })
      ),
      renew: Effect.fn("QuerySlotRepository.renew")((node: Uuid, until: EventTime) =>
        operation((state) => {
          for (const [key, row] of state.querySlots.entries()) {
            if (row.node === node) state.querySlots.set(key, { ...row, until })
          }
        })
      )
    })
  })
)
