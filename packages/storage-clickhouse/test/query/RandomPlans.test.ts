import { assert, it } from "@effect/vitest"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import type { Expr, Source } from "@hedgerow/sql/plan/Plan"
import { randomQuery } from "./differential/Queries.ts"
import { Random } from "./differential/Random.ts"

const forms: Readonly<Record<Expr["_tag"] | Source["_tag"], true>> = {
  Aggregate: true,
  ArrayJoin: true,
  Call: true,
  Column: true,
  CteRef: true,
  DateCall: true,
  Exists: true,
  InList: true,
  InSubquery: true,
  Join: true,
  Lambda: true,
  Let: true,
  Literal: true,
  Numbers: true,
  Property: true,
  Ref: true,
  ScalarSubquery: true,
  Scan: true,
  Subquery: true,
  Values: true,
  Window: true
}

const seenIn = (value: unknown, seen: Set<string>): void => {
  if (typeof value !== "object" || value === null) return
  if ("_tag" in value) seen.add(String(value._tag))
  if ("fn" in value) seen.add(String(value.fn))
  for (const member of Object.values(value)) seenIn(member, seen)
}

it("random plans have every form of sources and expressions, and every function of windows", () => {
  const random = new Random(1)
  const seen = new Set<string>()
  for (let place = 0; place < 500; place++) seenIn(randomQuery(random, 1 as ProjectId), seen)
  const windows = ["rowNumber", "rank", "denseRank", "firstValue", "lastValue", "nthValue", "lag", "lead"]
  assert.includeMembers([...seen], [...Object.keys(forms), ...windows, "groupArray", "quantile"])
})
