import type { Pattern } from "../patterns/Pattern.ts"
import { canBeEmpty, formOf, groupCount } from "../patterns/PatternForm.ts"
import { PatternRefused, readPattern } from "../patterns/PatternParser.ts"
import type { Expr } from "../plan/Plan.ts"
import { decide } from "../plan/Traced.ts"
import { type CallSite, type Entries, type FunctionEntry, takes } from "../planning/CallSite.ts"
import { lenient, strict } from "../planning/Described.ts"
import { arrayOf, scalar } from "../types/SqlType.ts"
import { call, int64Literal, literal, logical, orElse, predicate, string, truth } from "../typing/PlanExpr.ts"
import { refuse } from "../typing/SemanticFailure.ts"
import { firstParts } from "./CatalogueText.ts"
import { composed } from "./Composed.ts"
import { argumentOf } from "./ParameterTypes.ts"

/** The demands of a function on its pattern, beside that it can be parsed. */
interface Needs {
  /** The position of the match matters, not only whether it exists. */
  readonly match?: true
  /** It finds all matches, of which none may be empty. */
  readonly all?: true
  readonly groups?: true
}

/** The number of pairs of places that count as one step of the statement. */
const pairsOfStep = 20

const isPlain = (site: CallSite, pattern: Pattern): boolean => {
  const form = formOf(pattern)
  site.planning.spend(Math.ceil(form.pairs / pairsOfStep), site)
  return form.isPlain
}

/** The pattern as a constant; refuses what engines read in different ways. */
const checked = (site: CallSite, index: number, source: string, needs: Needs): Expr => {
  const pattern = readPattern(source)
  const of = `The pattern of function '${site.name}'`
  if (pattern instanceof PatternRefused) return refuse(`${of} is not supported: ${pattern.reason}`, site.ast(index))
  if (needs.all === true && canBeEmpty(pattern)) return refuse(`${of} must not match an empty text`, site.ast(index))
  if (needs.groups === true && groupCount(pattern) === 0) return refuse(`${of} has no group`, site.ast(index))
  const { engine, takesLongestMatch } = site.planning.abilities
  if (needs.match === true && takesLongestMatch === true && !isPlain(site, pattern)) {
    return refuse(
      `${of} can match in several ways, of which ${engine} takes the longest: write it so that each character has one place, such as [^/]* for .*?`,
      site.ast(index)
    )
  }
  return literal(source, string)
}

/** The text of a constant pattern. */
const sourceAt = (site: CallSite, index: number): string => {
  const given = site.arg(index)
  if (given._tag === "Literal" && typeof given.value === "string") return given.value
  return refuse(`Argument ${index + 1} of function '${site.name}' must be a constant string`, site.ast(index), {
    hint:
      "A pattern that is no constant is for match(), =~ and LIKE alone: write the pattern between single quotes, or "
      + "several of them with CASE."
  })
}

const patternAt = (site: CallSite, index: number, needs: Needs): Expr =>
  checked(site, index, sourceAt(site, index), needs)

const textAt = (site: CallSite, index = 0): Expr => argumentOf(site, index, "text")

/** A constant pattern is looked at here, another one by the engine, row by row. */
const search = (site: CallSite, prefix: string): Expr => {
  const given = site.arg(1)
  if (given._tag === "Literal" && decide(() => typeof given.value === "string")) {
    return predicate("matches", textAt(site), checked(site, 1, prefix + site.text(1), {}))
  }
  const isFolded = int64Literal(prefix === "" ? 0 : 1)
  return predicate("matchesWritten", textAt(site), textAt(site, 1), isFolded)
}

/** NULL matches nothing, as LIKE has it. */
export const matched = (site: CallSite, prefix: string, negated: boolean): Expr => {
  const found = search(site, prefix)
  const result = negated ? predicate("not", found) : found
  return site.place.nulls === "join" ? result : orElse(result, truth(negated))
}

/** The patterns of a list, each looked at. */
const listed = (site: CallSite): ReadonlyArray<Expr> => {
  const ast = site.ast(1)
  const items = ast._tag === "Array" ? ast.items : refuse(`Argument 2 of function '${site.name}' must be a list`, ast)
  return items.map((item) => {
    const pattern = site.resolve(item, site.place)
    const source = pattern._tag === "Literal" && typeof pattern.value === "string" ? pattern.value : undefined
    return source === undefined
      ? refuse(`The patterns of function '${site.name}' must be constant strings`, item)
      : checked(site, 1, source, {})
  })
}

/** Over whether each pattern is found in the text. */
const ofMany = (make: (found: ReadonlyArray<Expr>, site: CallSite) => Expr): FunctionEntry["lower"] => (site) => {
  const patterns = listed(site)
  return site.planning.share(textAt(site), (text) => make(patterns.map((one) => predicate("matches", text, one)), site))
}

const anyOf = (found: ReadonlyArray<Expr>): Expr => found.length === 0 ? truth(false) : logical("or", found)

const firstOf = (found: ReadonlyArray<Expr>): Expr => {
  if (found.length === 0) return int64Literal(0)
  const cases = found.flatMap((one, i) => [one, int64Literal(i + 1)])
  return call(found.length === 1 ? "if" : "multiIf", [...cases, int64Literal(0)], scalar("Int64"))
}

const allOf = (found: ReadonlyArray<Expr>, site: CallSite): Expr => {
  const places = found.map((one, i) => call("if", [one, int64Literal(i + 1), int64Literal(0)], scalar("Int64")))
  return composed(site, "arrayFilter(place -> place > 0, a)", [call("array", places, arrayOf(scalar("Int64")))])
}

const extract: FunctionEntry["lower"] = (site) => {
  const pattern = patternAt(site, 1, { match: true })
  const read = readPattern(sourceAt(site, 1))
  const group = read instanceof PatternRefused || groupCount(read) === 0 ? 0 : 1
  return call("regexpPart", [textAt(site), pattern, int64Literal(group)], string)
}

const part: FunctionEntry["lower"] = (site) => {
  const group = site.count > 2 ? site.integer(2) : 1
  const read = readPattern(sourceAt(site, 1))
  if (group < 0 || (!(read instanceof PatternRefused) && group > Math.max(groupCount(read), site.count > 2 ? 0 : 1))) {
    return refuse(`The pattern of function '${site.name}' has no group ${group}`, site)
  }
  return site.count > 2 ?
    call("regexpPart", [textAt(site), patternAt(site, 1, { match: true }), int64Literal(group)], string)
    : extract(site)
}

const all = (fn: "regexpAll" | "regexpGroups", needs: Needs): FunctionEntry["lower"] => (site) =>
  call(
    fn,
    [textAt(site), patternAt(site, 1, { match: true, all: true, ...needs })],
    fn === "regexpAll" ? arrayOf(string) : arrayOf(arrayOf(string))
  )

const horizontal: FunctionEntry["lower"] = (site) => {
  const groups = all("regexpGroups", { groups: true })(site)
  const read = readPattern(sourceAt(site, 1))
  const count = read instanceof PatternRefused ? 0 : groupCount(read)
  const columns = Array.from({ length: count }, (_, i) => `arrayMap(one -> arrayElement(one, ${i + 1}), a)`)
  return site.planning.share(groups, (value) => composed(site, `[${columns.join(", ")}]`, [value]))
}

const replaced = (fn: "regexpReplaceOne" | "regexpReplaceAll", needs: Needs): FunctionEntry["lower"] => (site) => {
  const pattern = patternAt(site, 1, { match: true, ...needs })
  const text = site.text(2)
  const read = readPattern(sourceAt(site, 1))
  const groups = read instanceof PatternRefused ? 0 : groupCount(read)
  const isKnown = Array.from(text.matchAll(/\\(.?)/gs), ([, next = ""]) => next).every((next) =>
    next === "\\" || (/[0-9]/.test(next) && Number(next) <= groups)
  )
  if (!isKnown) {
    return refuse(`After a backslash the replacement has a group of the pattern, or a backslash`, site.ast(2))
  }
  return call(fn, [textAt(site), pattern, literal(text, string)], string)
}

const count: FunctionEntry["lower"] = (site) =>
  site.planning.share(textAt(site), (text) => {
    const pattern = patternAt(site, 1, { match: true, all: true })
    const found = call("arrayLength", [call("regexpAll", [text, pattern], arrayOf(string))], scalar("UInt64"))
    if (!text.type.nullable) return found
    return call("if", [predicate("isNull", text), literal(null, found.type), found], { ...found.type, nullable: true })
  })

const comparison = (entry: FunctionEntry): FunctionEntry => ({ ...entry, comparison: true })
const ofList = (result: string, meaning: string) => lenient(["text", "list"], result, meaning)
const ofPattern = (result: string, meaning: string) => strict(["text", "pattern"], result, meaning)

/** Patterns of RE2. */
export const patterns: Entries = {
  match: comparison(takes(
    lenient(["text", "pattern"], "UInt8", "the pattern b is found in a; never NULL: see [NULL](sql.md#null)", "never"),
    (site) => matched(site, "", false)
  )),
  multiMatchAny: takes(ofList("UInt8", "one of the patterns is found in a"), ofMany(anyOf)),
  multiMatchAnyIndex: takes(
    ofList("Int64", "which of the patterns is the first that is found, 0 without one"),
    ofMany(firstOf)
  ),
  multiMatchAllIndices: takes(ofList("Array", "which of the patterns are found"), ofMany(allOf)),
  extract: takes(ofPattern("String", "the first group of the first match, or all of it; '' without one"), extract),
  regexpExtract: takes(
    strict(
      ["text", "pattern", "digits?"],
      "String",
      "group c of the first match (0: all of it, else 1); '' without one"
    ),
    part
  ),
  extractAll: takes(
    lenient(["text", "pattern"], "Array", "of each match the first group, or all of it", "never"),
    all("regexpAll", {})
  ),
  extractAllGroupsVertical: takes(
    lenient(["text", "pattern"], "Array", "of each match its groups", "never"),
    all("regexpGroups", { groups: true })
  ),
  extractAllGroups: takes(
    {
      ...lenient(["text", "pattern"], "Array", "of each match its groups", "never"),
      aliasOf: "extractAllGroupsVertical"
    },
    all("regexpGroups", { groups: true })
  ),
  extractAllGroupsHorizontal: takes(
    lenient(["text", "pattern"], "Array", "of each group its matches", "never"),
    horizontal
  ),
  countMatches: takes(ofPattern("UInt64", "how often the pattern is found, one after the other"), count),
  replaceRegexpOne: takes(
    strict(
      ["text", "pattern", "constant"],
      "String",
      "a with c for the first match of b; \\0 is all of it, \\1 its first group"
    ),
    replaced("regexpReplaceOne", {})
  ),
  replaceRegexpAll: takes(
    strict(
      ["text", "pattern", "constant"],
      "String",
      "a with c for each match of b; \\0 is all of it, \\1 its first group"
    ),
    replaced("regexpReplaceAll", { all: true })
  ),
  splitByRegexp: takes(
    lenient(
      ["pattern", "text", "whole?"],
      "Array",
      "the parts of b between the matches of a, the first c of them",
      "never"
    ),
    (site) => {
      const parts = call(
        "regexpSplit",
        [textAt(site, 1), patternAt(site, 0, { match: true, all: true })],
        arrayOf(string)
      )
      return firstParts(site, parts, 2)
    }
  )
}
