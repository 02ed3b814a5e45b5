import { type InputCode, type InputIssue, maxIssues } from "../../shared/InvalidInput.ts"

type Path = ReadonlyArray<string | number>

/** One fault of filters; `path` leads to it from the filters. */
export interface FilterFault {
  readonly path: Path
  readonly code: InputCode
  readonly message: string
  /** A name of the rule that stays the same, for programs. */
  readonly rule: string
}

/** A fault without a code of its own. */
export const fault = (path: Path, rule: string, message: string, code: InputCode = "invalid_input"): FilterFault => ({
  path,
  code,
  message,
  rule
})

/** The same faults, found below a place. */
export const faultsBelow = (path: Path, faults: ReadonlyArray<FilterFault>): ReadonlyArray<FilterFault> =>
  faults.map((found) => ({ ...found, path: [...path, ...found.path] }))

/** The faults of each item in turn, as far as they are reported. */
export const faultsOfEach = <A>(
  items: Iterable<A>,
  check: (item: A, index: number) => ReadonlyArray<FilterFault>
): ReadonlyArray<FilterFault> => {
  const faults: Array<FilterFault> = []
  let index = 0
  for (const item of items) {
    for (const found of check(item, index)) faults.push(found)
    if (faults.length >= maxIssues) break
    index++
  }
  return faults.slice(0, maxIssues)
}

/** The fault as an answer has it: clients that read one error know it by `filters`. */
export const issueOf = ({ code, message, path, rule }: FilterFault): InputIssue => ({
  path: ["filters", ...path],
  code,
  message,
  field: "filters",
  rule
})
