import { assert, describe, it } from "@effect/vitest"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import type { TableName } from "@hedgerow/core/query/tables/Tables"
import { type SelectPlan, selectPlan } from "@hedgerow/sql/plan/Plan"
import {
  awaitCopies,
  copiesBehind,
  copyPatience,
  CopyProgress,
  projectsOfCopies
} from "@hedgerow/storage-clickhouse/replication/AwaitCopies"
import { type Duration, Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"

/** Copies of a project with 7 outbox rows that catch up after some time. */
const progress = (head: number, caughtUpAfter: Duration.Input) =>
  Layer.succeed(CopyProgress, {
    head: () => Effect.succeed(head),
    waitUntilPassed: (_project, position, timeout) =>
      Effect.sleep(caughtUpAfter).pipe(
        Effect.as(position === head),
        Effect.timeoutOrElse({ duration: timeout, orElse: () => Effect.succeed(false) })
      )
  })

const project = 1 as ProjectId
const scanOf = (table: TableName, alias = table): SelectPlan["from"] => ({
  _tag: "Scan",
  table,
  tenant: project,
  alias
})
const planOf = (from: SelectPlan["from"]): SelectPlan => selectPlan([], { from })

describe("waiting for the copies", () => {
  it.effect("goes on as soon as they have caught up, without a warning", () =>
    Effect.gen(function*() {
      const fiber = yield* Effect.forkChild(awaitCopies([project], copyPatience))
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(yield* Fiber.join(fiber), [])
    }).pipe(Effect.provide(progress(7, "1 second"))))

  it.effect("is bounded, and then the result carries a warning", () =>
    Effect.gen(function*() {
      const fiber = yield* Effect.forkChild(awaitCopies([project], copyPatience))
      yield* TestClock.adjust(copyPatience)
      assert.deepStrictEqual(yield* Fiber.join(fiber), [copiesBehind])
    }).pipe(Effect.provide(progress(7, "1 hour"))))

  it.effect("is none where no change was ever captured", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* awaitCopies([project], copyPatience), [])
    }).pipe(Effect.provide(progress(0, "1 hour"))))

  it.each(
    [
      ["events", false],
      ["persons", true],
      ["person_distinct_ids", true],
      ["person_overrides", true],
      ["groups", true]
    ] as const
  )("a plan over %s: %s", (table, isNeeded) => {
    const expected = isNeeded ? [project] : []
    assert.deepStrictEqual(projectsOfCopies(planOf(scanOf(table))), expected)
    const events = scanOf("events", "groups")
    const right = scanOf(table, "events")
    if (events === undefined || right === undefined) return assert.fail()
    assert.deepStrictEqual(
      projectsOfCopies(planOf({ _tag: "Join", kind: "left", left: events, right, on: undefined })),
      expected
    )
    assert.deepStrictEqual(projectsOfCopies(planOf({ _tag: "Subquery", plan: planOf(right), alias: "s" })), expected)
  })
})
