import { Array } from "effect"
import {
  type KnownReferences,
  type Reference,
  referrerKinds,
  referrerNouns,
  type Referrers
} from "../entities/References.ts"
import { type InputIssue, InvalidInput } from "../shared/InvalidInput.ts"
import type { Cohort } from "./Cohort.ts"

const maxNamed = 5

const named = (names: ReadonlyArray<string>): string => {
  const more = names.length - maxNamed
  return `${names.slice(0, maxNamed).join(", ")}${more > 0 ? `, … and ${more} more` : ""}`
}

const namesOf = (references: ReadonlyArray<Reference>): string =>
  named(references.map(({ id, name }) => `${name} (ID: ${id})`))

const used = (noun: string, references: ReadonlyArray<Reference>, adjective = ""): InputIssue => ({
  path: [],
  code: "invalid_input",
  message: `Cannot delete this cohort because ${adjective}${noun} use it: ${namesOf(references)}. `
    + `Please update or delete these ${noun} first.`
})

/** Users of the cohort in other domains would lose their members. */
export const usedByOthers = (referrers: Referrers<KnownReferences>): InvalidInput | undefined => {
  const issues = referrerKinds.flatMap((kind) =>
    referrers[kind].length === 0 ? [] : [used(referrerNouns[kind], referrers[kind])]
  )
  return Array.isReadonlyArrayNonEmpty(issues) ? new InvalidInput({ issues }) : undefined
}

/** Other cohorts would no longer know whom they mean. */
export const usedByCohorts = (cohorts: ReadonlyArray<Cohort>): InvalidInput =>
  new InvalidInput({ issues: [used("cohorts", cohorts, "other ")] })

/** Flags cannot know what people did. */
export const behaviourOfFlags = (name: string, flags: ReadonlyArray<Reference>): InvalidInput =>
  InvalidInput.at(
    ["filters"],
    "behavioral_cohort_found",
    `Cohort '${name}' with filters on events cannot be used in feature flags. It is used in: ${namesOf(flags)}.`
  )

/** Listed members and found members do not mix. */
export const staticFixed: InvalidInput = InvalidInput.at(
  ["is_static"],
  "invalid_input",
  "A cohort cannot change between static and dynamic. Please create a new one."
)

/** Only a static cohort has members that a request lists. */
export const membersOfDynamic: InvalidInput = InvalidInput.at(
  ["_create_static_person_ids"],
  "invalid_input",
  "Persons can only be listed for a static cohort."
)
