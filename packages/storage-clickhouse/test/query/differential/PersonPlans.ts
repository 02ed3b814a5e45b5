import type { ProjectId } from "@hedgerow/core/identity/Project"
import { deriveUuid } from "@hedgerow/core/shared/Uuid"
import type { Expr, Source } from "@hedgerow/sql/plan/Plan"
import { scalar } from "@hedgerow/sql/types/SqlType"
import { SmallPlans as P } from "@hedgerow/testing/contracts"
import { mergedAway, names } from "./Data.ts"
import type { Random } from "./Random.ts"

const uuid = scalar("UUID")
const maybeUuid = scalar("UUID", true)

const recorded: Expr = P.column("e", "events", "person_id")
const merged: Expr = P.call("coalesce", [
  { ...P.column("o", "person_overrides", "person_id"), type: maybeUuid },
  recorded
], uuid)
const joined: Expr = { ...P.column("p", "persons", "id"), type: maybeUuid }

const equals = (a: Expr, b: Expr): Expr => P.call(a.type.nullable ? "isNotDistinct" : "equals", [a, b])

const leftJoin = (left: Source, right: Source, on: Expr): Source => ({ _tag: "Join", kind: "left", left, right, on })

/** One to three ids. */
const oneOf = (random: Random, value: Expr, id: () => string): Expr => {
  const literal = (text: string): Expr => P.literal(text, value.type.kind === "UUID" ? uuid : P.string)
  switch (random.int(5)) {
    case 0:
      return {
        _tag: "InList",
        value,
        items: random.list(1 + random.int(3), id),
        negated: random.chance(0.1),
        type: P.uint8
      }
    case 1:
      return P.call("or", [equals(value, literal(id())), equals(literal(id()), value)])
    default:
      return equals(value, literal(id()))
  }
}

/** Events with their merges, perhaps with their persons, bound to a few persons in one of the ways a query can. */
export const personSource = (
  random: Random,
  project: ProjectId
): { readonly source: Source; readonly condition: Expr; readonly person: Expr; readonly hasPersons: boolean } => {
  const name = () => random.pick([...names, mergedAway, mergedAway, "nobody"])
  const person = () => deriveUuid(project, name())
  const events = P.scan("events", "e", project)
  const old = equals(P.column("o", "person_overrides", "old_person_id"), recorded)
  const withMerges = leftJoin(events, P.scan("person_overrides", "o", project), old)
  switch (random.int(5)) {
    case 0:
      return { source: events, condition: oneOf(random, recorded, person), person: recorded, hasPersons: false }
    case 1: {
      const condition = oneOf(random, P.column("e", "events", "distinct_id"), name)
      return { source: withMerges, condition, person: merged, hasPersons: false }
    }
    case 2: {
      const on = equals(P.column("p", "persons", "id"), merged)
      const source = leftJoin(withMerges, P.scan("persons", "p", project), on)
      return { source, condition: oneOf(random, joined, person), person: merged, hasPersons: true }
    }
    default:
      return { source: withMerges, condition: oneOf(random, merged, person), person: merged, hasPersons: false }
  }
}
