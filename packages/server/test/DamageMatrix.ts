import { chmodSync, chownSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs"
import { join } from "node:path"

/** The files below a directory. */
export const filesBelow = (directory: string): ReadonlyArray<string> =>
  readdirSync(directory, { recursive: true, encoding: "utf8" }).map((name) => join(directory, name))
    .filter((name) => statSync(name).isFile())

const definitionOf = (directory: string, table: string): string =>
  filesBelow(join(directory, "clickhouse/data/store")).find((name) => name.endsWith(`/${table}.sql`)) ?? ""

const homeOf = (directory: string, table: string): string => {
  const uuid = /UUID '([^']+)'/.exec(readFileSync(definitionOf(directory, table), "utf8"))?.[1] ?? ""
  return join(directory, "clickhouse/data/store", uuid.slice(0, 3), uuid)
}

/** The parts of the tables with this name, by their directories. */
export const partsOf = (directory: string, table: string): ReadonlyArray<string> => {
  const home = homeOf(directory, table)
  return readdirSync(home).filter((name) => /_\d+_\d+_\d+/.test(name)).map((name) => join(home, name))
}

/** Changes some bytes all over a file and leaves its size. */
const flip = (file: string): void => {
  const bytes = readFileSync(file)
  const step = Math.max(1, Math.floor(bytes.length / 64))
  for (let at = 0; at < bytes.length; at += step) bytes[at] = (bytes[at] ?? 0) ^ 0x5a
  writeFileSync(file, bytes)
}

/** Gives a file to somebody else, which takes root. */
const giveAway = (file: string): void => statSync(file).uid === 0 ? chownSync(file, 4711, 4711) : chownSync(file, 0, 0)

/** The ways in which a file is damaged. */
export const harms = {
  emptied: (file: string) => truncateSync(file, 0),
  cut: (file: string) => truncateSync(file, Math.floor(statSync(file).size / 2)),
  flipped: flip,
  removed: (file: string) => rmSync(file, { recursive: true }),
  "another's": giveAway,
  closed: (file: string) => chmodSync(file, 0),
  "read-only": (file: string) => chmodSync(file, statSync(file).isDirectory() ? 0o500 : 0o400)
}

export type Harm = keyof typeof harms

/**
 * The outcome of a start: it is refused, goes on with a warning, goes on with queries refused and a warning, or goes on
 * as if nothing had been done, because nothing that was stored is missing.
 */
export type Outcome = "goes on" | "refused" | "unreadable" | "warns"

type Outcomes = Partial<Readonly<Record<Harm, Outcome>>>

/** A kind of file, and what becomes of a server whose file is damaged. */
export interface Target {
  readonly name: string
  readonly find: (directory: string) => ReadonlyArray<string>
  readonly outcomes: Outcomes
  /** The same for a server that does not run as root, to which the directory belongs. */
  readonly asUser?: Outcomes
  /** The words that a refusal and a warning have in common. */
  readonly says: RegExp
  /** Whether ClickHouse names the part alone, and not its table, when a query meets the damage. */
  readonly isTableUnnamed?: boolean
  /** The harms that each run of the tests tries; the others are tried by the long form. */
  readonly always?: ReadonlyArray<Harm>
  readonly alwaysAsUser?: ReadonlyArray<Harm>
}

const at = (path: string) => (directory: string): ReadonlyArray<string> => [join(directory, path)]

/** A file of a running engine, which one that was killed leaves behind. */
const left = (path: string, text: string) => (directory: string): ReadonlyArray<string> => {
  writeFileSync(join(directory, path), text)
  return [join(directory, path)]
}

const below = (path: string, isOne: (name: string) => boolean) => (directory: string): ReadonlyArray<string> =>
  readdirSync(join(directory, path)).filter(isOne).map((name) => join(directory, path, name))

const inParts = (file: string) => (directory: string): ReadonlyArray<string> =>
  partsOf(directory, "events").map((part) => join(part, file))

/** The same outcome of all harms. */
const all = (outcome: Outcome): Readonly<Record<Exclude<Harm, "read-only">, Outcome>> => ({
  emptied: outcome,
  cut: outcome,
  flipped: outcome,
  removed: outcome,
  "another's": outcome,
  closed: outcome
})

/** As root ClickHouse reads every file, so that owners and modes change nothing for it. */
const forRoot = { "another's": "goes on", closed: "goes on" } as const

const lost = /of events 50 rows are missing and 1 damaged part is set aside/

const isRelation = (name: string): boolean => /^\d+$/.test(name)

const postgres: ReadonlyArray<Target> = [
  {
    name: "`data/PG_VERSION`",
    find: at("data/PG_VERSION"),
    outcomes: all("refused"),
    asUser: { closed: "refused", "read-only": "goes on" },
    says: /PG_VERSION/,
    always: ["emptied"]
  },
  {
    name: "the control file, `data/global/pg_control`",
    find: at("data/global/pg_control"),
    // Half of its 8 KiB are padding.
    outcomes: { ...all("refused"), cut: "goes on" },
    asUser: { closed: "refused", "read-only": "refused" },
    says: /control file|pg_control/,
    always: ["flipped"]
  },
  {
    name: "the map of the catalogue, `data/global/pg_filenode.map`",
    find: at("data/global/pg_filenode.map"),
    outcomes: all("refused"),
    says: /pg_filenode\.map/
  },
  {
    name: "the catalogue of all databases, `data/global/*`",
    find: below("data/global", isRelation),
    outcomes: all("refused"),
    says: /(?:FATAL|ERROR|PANIC): /
  },
  {
    name: "the catalogue of the database, `data/base/5/1259`, …",
    find: below("data/base/5", (name) => /^(?:1247|1249|1255|1259)$/.test(name)),
    outcomes: all("refused"),
    says: /base\/5\/1|critical system index/,
    always: ["flipped"]
  },
  {
    name: "tables and indexes, `data/base/5/*`",
    find: below("data/base/5", (name) => isRelation(name) && Number(name) >= 16384),
    outcomes: all("refused"),
    asUser: { closed: "refused", "read-only": "refused" },
    says: /base\/5\/1|critical system index/,
    always: ["emptied"]
  },
  {
    name: "the write-ahead log, `data/pg_wal/*`",
    find: below("data/pg_wal", (name) => /^[\dA-F]{24}$/.test(name)),
    outcomes: all("refused"),
    says: /checkpoint record|pg_wal/
  },
  {
    name: "`data/postgresql.conf`",
    find: at("data/postgresql.conf"),
    // Every setting that counts is given at the start.
    outcomes: { ...all("refused"), emptied: "goes on", cut: "goes on" },
    asUser: { closed: "refused", "read-only": "goes on" },
    says: /postgresql\.conf/
  },
  {
    name: "`data/postgresql.auto.conf`",
    find: at("data/postgresql.auto.conf"),
    outcomes: { ...all("goes on"), flipped: "refused" },
    says: /postgresql\.auto\.conf/
  },
  { name: "`data/pg_hba.conf`", find: at("data/pg_hba.conf"), outcomes: all("refused"), says: /pg_hba\.conf/ },
  {
    name: "`data/postmaster.pid`, left by a crash",
    find: left("data/postmaster.pid", "999999\n"),
    outcomes: { emptied: "refused", cut: "goes on", flipped: "refused", removed: "goes on" },
    says: /postmaster\.pid/
  },
  {
    name: "the directory `data`",
    find: at("data"),
    outcomes: { removed: "refused", "another's": "refused" },
    asUser: { closed: "refused", "read-only": "refused" },
    says: /belongs to another installation|permission denied/i
  }
]

const clickHouse: ReadonlyArray<Target> = [
  {
    name: "the definition of a table, `clickhouse/data/store/…/events.sql`",
    find: (directory) => [definitionOf(directory, "events")],
    outcomes: { ...all("refused"), ...forRoot },
    asUser: { closed: "refused", "read-only": "goes on" },
    says: /events\.sql|Could not find table: events/,
    always: ["emptied", "removed"]
  },
  {
    name: "the definition of the database, `clickhouse/data/metadata/hedgerow.sql`",
    find: at("clickhouse/data/metadata/hedgerow.sql"),
    outcomes: { ...all("refused"), ...forRoot },
    says: /hedgerow\.sql|does not hold the events/,
    always: ["emptied"]
  },
  {
    name: "the directory `clickhouse/data/metadata`",
    find: at("clickhouse/data/metadata"),
    outcomes: { removed: "refused", ...forRoot },
    asUser: { closed: "refused", "read-only": "goes on" },
    says: /does not hold the events|Failed to create connection/
  },
  {
    name: "`clickhouse/data/status`, left by a crash",
    find: left("clickhouse/data/status", "PID: 999999\nStarted at: 2026-11-01 00:00:00\nRevision: 54507\n"),
    outcomes: { emptied: "goes on", cut: "goes on", flipped: "goes on", removed: "goes on" },
    says: /./
  },
  {
    name: "a table's `format_version.txt`",
    find: (directory) => [join(homeOf(directory, "events"), "format_version.txt")],
    // Without it ClickHouse writes it anew.
    outcomes: { ...all("refused"), cut: "refused", removed: "goes on", ...forRoot },
    says: /load table hedgerow\.events/
  },
  {
    name: "data of a part, `data.bin`",
    find: inParts("data.bin"),
    outcomes: { ...all("warns"), flipped: "unreadable", ...forRoot },
    asUser: { closed: "unreadable", "read-only": "goes on" },
    says: /of events 50 rows are missing|cannot read all of events: 1 part is damaged/,
    always: ["flipped", "cut"]
  },
  {
    name: "marks of a part, `data.cmrk4`",
    find: inParts("data.cmrk4"),
    outcomes: { ...all("warns"), ...forRoot },
    says: lost
  },
  {
    name: "the index of a part, `primary.cidx`",
    find: inParts("primary.cidx"),
    outcomes: { ...all("warns"), flipped: "unreadable", ...forRoot },
    isTableUnnamed: true,
    says: /of events 50 rows are missing|cannot read all of events: 1 part is damaged/
  },
  {
    name: "the checksums of a part, `checksums.txt`",
    find: inParts("checksums.txt"),
    // Without it ClickHouse computes it anew.
    outcomes: { ...all("warns"), removed: "goes on", ...forRoot },
    says: lost
  },
  {
    name: "the number of rows of a part, `count.txt`",
    find: inParts("count.txt"),
    outcomes: { ...all("warns"), ...forRoot },
    says: lost
  },
  {
    name: "the columns of a part, `columns.txt`",
    find: inParts("columns.txt"),
    outcomes: { ...all("warns"), ...forRoot },
    says: lost
  }
]

const own: ReadonlyArray<Target> = [
  {
    name: "the directory itself",
    find: at(""),
    outcomes: {},
    asUser: { "another's": "refused", closed: "refused", "read-only": "refused" },
    alwaysAsUser: ["read-only"],
    says: /EACCES: permission denied/
  },
  {
    name: "`format`",
    find: at("format"),
    outcomes: { emptied: "refused", cut: "goes on", flipped: "refused", removed: "goes on", ...forRoot },
    asUser: { closed: "refused", "read-only": "goes on" },
    alwaysAsUser: ["closed"],
    says: /format holds no number|EACCES: permission denied, open '\S+\/format'/,
    always: ["flipped"]
  },
  {
    name: "`clickhouse/format`",
    find: at("clickhouse/format"),
    outcomes: { emptied: "refused", cut: "goes on", flipped: "refused", removed: "goes on", ...forRoot },
    asUser: { closed: "refused", "read-only": "goes on" },
    says: /format holds no number|EACCES: permission denied, open '\S+\/format'/
  },
  {
    name: "`secret_keys`",
    find: at("secret_keys"),
    outcomes: { emptied: "refused", cut: "refused", flipped: "refused", removed: "refused", ...forRoot },
    asUser: { closed: "refused", "read-only": "goes on" },
    says: /secret_keys/,
    always: ["cut"]
  },
  {
    name: "`clickhouse/endpoint`, `clickhouse/engine.xml`",
    find: (directory) => ["endpoint", "engine.xml"].map((name) => join(directory, "clickhouse", name)),
    outcomes: all("goes on"),
    asUser: { closed: "refused", "read-only": "refused" },
    says: /./
  }
]

/** Every kind of file of a data directory. */
export const targets: ReadonlyArray<Target> = [...postgres, ...clickHouse, ...own]

/** One line of the matrix: a file, one harm, and the outcome. */
export interface Damage {
  readonly target: Target
  readonly harm: Harm
  readonly outcome: Outcome
  /** Whether the server does not run as root. */
  readonly isAsUser: boolean
}

const isRoot = process.getuid?.() === 0

/** Nobody but root gives files away, or starts a server as root. */
const isPossible = ({ harm, isAsUser, outcome }: Damage): boolean =>
  isRoot || !(harm === "another's" || !isAsUser && harm === "closed" && outcome === "goes on")

const entriesOf = (outcomes: Outcomes = {}) => Object.entries(outcomes) as ReadonlyArray<[Harm, Outcome]>

const isAlways = ({ harm, isAsUser, target }: Damage): boolean =>
  (isAsUser ? target.alwaysAsUser : target.always)?.includes(harm) === true

/** The whole matrix, or its part that each run of the tests tries. */
export const damages = (isWhole: boolean): ReadonlyArray<Damage> =>
  targets.flatMap((target): ReadonlyArray<Damage> => [
    ...entriesOf(target.outcomes).map(([harm, outcome]) => ({ target, harm, outcome, isAsUser: false })),
    ...entriesOf(target.asUser).map(([harm, outcome]) => ({ target, harm, outcome, isAsUser: true }))
  ]).filter((damage) => isPossible(damage) && (isWhole || isAlways(damage)))

const tableOf = (outcomesOf: (target: Target) => Outcomes | undefined): string => {
  const rows = targets.filter((target) => entriesOf(outcomesOf(target)).length > 0)
  const columns = (Object.keys(harms) as ReadonlyArray<Harm>).filter((harm) =>
    rows.some((target) => outcomesOf(target)?.[harm] !== undefined)
  )
  return [
    `| file | ${columns.join(" | ")} |`,
    `|---|${columns.map(() => "---|").join("")}`,
    ...rows.map((target) =>
      `| ${target.name} | ${columns.map((harm) => outcomesOf(target)?.[harm] ?? "").join(" | ")} |`
    )
  ].join("\n")
}

/** The matrix as tables of the documentation: of a server that runs as root, and of one that does not. */
export const damageTables = (): ReadonlyArray<string> => [
  tableOf(({ outcomes }) => outcomes),
  tableOf(({ asUser }) => asUser)
]
