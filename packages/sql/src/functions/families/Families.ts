import type { Example, Family, FamilyRow } from "../Signature.ts"
import { bits } from "./Bits.ts"
import { chains } from "./Chains.ts"
import { json } from "./Json.ts"
import { lists } from "./Lists.ts"
import { maths } from "./Maths.ts"
import { patterns } from "./Patterns.ts"
import { search } from "./Search.ts"
import { strings } from "./Strings.ts"
import { url } from "./Url.ts"
import { vectors } from "./Vectors.ts"

/** The functions that are one row here and one for each engine, family by family. */
export const families = {
  ...maths,
  ...bits,
  ...strings,
  ...search,
  ...url,
  ...json,
  ...lists,
  ...vectors,
  ...chains,
  ...patterns
} satisfies Family

/** Rows without a name: only other rows call them. */
export const internalRows = (Object.keys(families) as ReadonlyArray<keyof typeof families>).filter((fn) => {
  const { names }: FamilyRow = families[fn]
  return names !== undefined && Object.keys(names).length === 0
})

export type FunctionFamilies = typeof families

const rows: ReadonlyArray<readonly [string, FamilyRow]> = Object.entries<FamilyRow>(families)

/** The example of each row, by the first of its names. */
export const familyExamples: Readonly<Record<string, Example>> = Object.fromEntries(
  rows.flatMap(([fn, { example, names = { [fn]: "exact" } }]) =>
    Object.keys(names).slice(0, 1).map((name) => [name, example])
  )
)
