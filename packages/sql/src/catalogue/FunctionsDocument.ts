import type { Example, NullRule } from "../functions/Signature.ts"
import type { Abilities } from "../planning/Abilities.ts"
import { written } from "../planning/Described.ts"
import { encodeJson } from "../types/ResultJson.ts"
import type { Catalogue, CatalogueRow } from "./Catalogue.ts"
import { examples } from "./Examples.ts"
import { nativeExamples } from "./NativeEntries.ts"
import { referenceNames } from "./ReferenceNames.ts"
import { nativeNames, nowhere } from "./Tiers.ts"

const nullTexts: Readonly<Record<NullRule, string>> = {
  propagate: "where an argument is",
  partial: "where an argument is, or there is no result",
  lacking: "where an argument is, or there is no result",
  possible: "where the arguments do not decide",
  never: "never",
  own: "as said"
}

/** A cell of a table: a bar would end it. */
const cell = (text: string): string => text.replaceAll("|", "\\|")

const namesOf = ({ aliases, isAnyCase }: CatalogueRow): string =>
  [...aliases.map((alias) => `\`${alias}\``), ...isAnyCase ? ["any letter case"] : []].join(", ")

const enginesOf = ({ name }: CatalogueRow, engines: ReadonlyArray<Abilities>): string => {
  const having = engines.filter(({ lacks }) => !lacks.has(name))
  return having.length === engines.length ? "all" : having.map(({ engine }) => engine).join(", ")
}

/** A dialect to document. */
interface Documented {
  readonly catalogue: Catalogue
  /** Examples of the dialect's own functions, by their names. */
  readonly examples: Readonly<Record<string, Example>>
  readonly engines: ReadonlyArray<Abilities>
}

const exampleOf = ({ name }: CatalogueRow, examples: Documented["examples"]): string => {
  const [expression, answer] = examples[name] ?? []
  return expression === undefined || answer === undefined ? "" : `\`${expression}\` is \`${encodeJson(answer)}\``
}

const lineOf = ({ engines, examples }: Documented) => (row: CatalogueRow): string => {
  const cells = [
    `\`${written(row.name, row.parameters)}\``,
    row.result,
    row.meaning,
    nullTexts[row.nulls],
    namesOf(row),
    enginesOf(row, engines),
    exampleOf(row, examples)
  ]
  return `| ${cells.map(cell).join(" | ")} |`
}

const head = [
  "| function | gives | meaning | NULL | also | engines | example |",
  "|---|---|---|---|---|---|---|"
]

const intro = `# Functions of SQL

Made from the catalogue by \`pnpm run docs\`. What a parameter is called says what it takes: \`number\` is an integer, Float64 or Bool, \`whole\` and \`count\` an integer, \`bits\` a number whose digits after the point are cut, \`condition\` a number or Bool, \`date\` a Date, a DateTime64 or a constant text that is one; \`zone\`, \`unit\`, \`mode\`, \`digits\` and \`path\` are constants. \`argument\` is the type of the first argument, \`member\` that of its members, \`common\` the one that all values share. A result that can be NULL has a \`Nullable\` type ([sql.md](sql.md)). Every example is tried out on every engine that has the function.`

const percent = (part: number, whole: number): string => `${Math.round(part / whole * 100)} %`

const markOf = (name: string): string => nativeNames.has(name) ? `*${name}*` : name

const reasons = [...new Set(Object.values(nowhere))]
const namesFor = (reason: string): string =>
  Object.keys(nowhere).filter((name) => nowhere[name] === reason).map((name) => `\`${name}\``).join(" ")

/** The number of names of the reference dialect that every engine has, by family. */
const coverage = ({ catalogue, engines }: Documented): string => {
  const has = (name: string): boolean => {
    const found = catalogue.nameOf(name)
    return found !== undefined && engines.every(({ lacks }) => !lacks.has(found))
  }
  const rows = Object.entries(referenceNames).map(([family, text]) => {
    const names = text.split(" ")
    return { family, all: names.length, open: names.filter((name) => !has(name)) }
  })
  const all = rows.reduce((sum, row) => sum + row.all, 0)
  const known = all - rows.reduce((sum, row) => sum + row.open.length, 0)
  return [
    "## The names of the reference dialect",
    "",
    `${known} of ${all} (${percent(known, all)}) everywhere: the same cells and types on every engine.`,
    "",
    "| family | everywhere | not everywhere |",
    "|---|---|---|",
    ...rows.map(({ all, family, open }) =>
      `| ${family} | ${all - open.length} of ${all} | ${open.map(markOf).join(" ")} |`
    ),
    "",
    "*Only ClickHouse* has those in italics; other engines refuse them by name. Nowhere, with the reason: "
    + `${reasons.map((reason) => `${namesFor(reason)} (${reason})`).join(", ")}.`
  ].join("\n")
}

/** The text of \`docs/sql-functions.md\`. */
export const functionsDocument = (given: Documented): string => {
  const documented = { ...given, examples: { ...examples, ...nativeExamples, ...given.examples } }
  const section = (title: string, kind: CatalogueRow["kind"]) =>
    [
      `## ${title}`,
      "",
      ...head,
      ...documented.catalogue.rows.filter((row) => row.kind === kind).map(lineOf(documented))
    ].join("\n")
  return `${
    [
      intro,
      coverage(documented),
      section("Functions", "function"),
      section("Aggregates", "aggregate"),
      section("Window functions", "window")
    ]
      .join("\n\n")
  }\n`
}
