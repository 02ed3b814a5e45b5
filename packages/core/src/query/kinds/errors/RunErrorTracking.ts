import type { Cell, Row } from "@hedgerow/sql/types/Cell"
import { Effect } from "effect"
import { allOf } from "../../../filters/SqlFragment.ts"
import type { ProjectId } from "../../../identity/Project.ts"
import { deriveUuid, parseUuid, type Uuid } from "../../../shared/Uuid.ts"
import type { QueryRun } from "../../QueryKind.ts"
import type { DateRange } from "../../structured/DateRange.ts"
import { type ClosedSpan, closedSpan, insightCondition } from "../../structured/InsightFields.ts"
import { momentOf, zoneOf } from "../../structured/Moments.ts"
import { joinedRuns, type RanStatement, runStatement, type StatementRun } from "../../structured/RunStatement.ts"
import { zonedIso } from "../../structured/ZonedIso.ts"
import type { ErrorIssue } from "./ErrorTrackingAnswer.ts"
import type { ErrorTrackingNode } from "./ErrorTrackingNode.ts"
import { columns, isException, issuesSql, volumesSql } from "./IssuesSql.ts"

type Column = (typeof columns)[number]
type Issue = Readonly<Record<Column, Cell>>

type Volume = ErrorIssue["aggregations"]["volume_buckets"][number]

/** The issues of a page, as the answer shows them. */
export interface FoundIssues {
  readonly results: ReadonlyArray<ErrorIssue>
  readonly hasMore: boolean
  readonly limit: number
  readonly offset: number
  readonly span: ClosedSpan | undefined
  readonly ran: RanStatement
}

const issueOf = (row: Row): Issue =>
  Object.fromEntries(columns.map((column, index) => [column, row[index] ?? null])) as Issue

/** The id that events name, or one that follows from the fingerprint. */
const idOf = (project: ProjectId, print: string): Uuid =>
  (print.startsWith("i") ? parseUuid(print.slice(1)) : undefined) ?? deriveUuid("issue", project, print)

const shown = (issue: Issue, id: Uuid, zone: string, volumes: ReadonlyArray<Volume>): ErrorIssue => ({
  id,
  name: String(issue.type),
  description: String(issue.message),
  status: "active",
  assignee: null,
  external_issues: [],
  first_seen: zonedIso(Number(issue.first_seen), zone),
  last_seen: zonedIso(Number(issue.last_seen), zone),
  library: String(issue.library),
  function: String(issue.function),
  source: String(issue.source),
  aggregations: {
    occurrences: Number(issue.occurrences),
    users: Number(issue.users),
    sessions: Number(issue.sessions),
    volumeRange: volumes.map(({ value }) => value),
    volume_buckets: volumes
  }
})

const none: RanStatement = { printed: "", engineStatement: undefined, warnings: [], seconds: [] }

/** The occurrences of an issue in each part of the time, those without any as 0. */
const volumesOf = (rows: ReadonlyArray<Row>, print: Cell, labels: ReadonlyArray<string>): ReadonlyArray<Volume> => {
  const counts = new Map(
    rows.filter(([issue]) => issue === print).map(([, part, count]) => [Number(part), Number(count)])
  )
  return labels.map((label, index) => ({ label, value: counts.get(index) ?? 0 }))
}

const labelsOf = ({ from, to }: ClosedSpan, parts: number, zone: string): ReadonlyArray<string> =>
  Array.from({ length: parts }, (_, index) => zonedIso(from + Math.floor((to - from) * index / parts), zone))

/** Dates are days, as in every insight; with times of the day they are instants. */
const timed = (range: ErrorTrackingNode["dateRange"]): DateRange => ({
  ...range,
  explicitDate: range?.explicitDate ?? [range?.date_from, range?.date_to].some((text) => text?.includes("T") === true)
})

/** The page of issues and whether there are more; the issue of an id is looked for among the most that an answer has. */
const pageOf = (node: ErrorTrackingNode, { limits, project }: QueryRun) => {
  const limit = node.limit ?? 50
  const offset = node.offset ?? 0
  const id = node.issueId?.toLowerCase()
  return {
    limit,
    offset,
    fetched: id === undefined ? { limit: limit + 1, offset } : { limit: limits.maxRows, offset: 0 },
    among: (rows: ReadonlyArray<Row>) => {
      const found = rows.map(issueOf).map((issue) => ({ issue, id: idOf(project.id, String(issue.print)) }))
      return id === undefined ? found : found.filter((one) => one.id === id)
    }
  }
}

/** Finds the issues of the exceptions of a time. */
export const runErrorTracking = Effect.fnUntraced(function*(node: ErrorTrackingNode, run: QueryRun) {
  const { among, fetched, limit, offset } = pageOf(node, run)
  const nothing: FoundIssues = { limit, offset, hasMore: false, results: [], span: undefined, ran: none }
  if (!["active", "all"].includes(node.status ?? "all")) return nothing
  const moment = momentOf(run, node.modifiers)
  const zone = zoneOf(run.project, node.modifiers)
  const asked: StatementRun = { ...run, modifiers: node.modifiers }
  const condition = insightCondition({ ...node, properties: node.filterGroup ?? null }, run.project, moment)
  const span = yield* closedSpan({ dateRange: timed(node.dateRange) }, "day", allOf([isException, condition]), {
    ...asked,
    moment
  })
  const { rows, ...ran } = yield* runStatement(issuesSql(node, span, condition, fetched), asked)
  const all = among(rows)
  const issues = all.slice(0, limit)
  const parts = node.volumeResolution ?? 0
  const prints = issues.map(({ issue }) => String(issue.print))
  const volumes = parts === 0 || prints.length === 0
    ? undefined
    : yield* runStatement(volumesSql(node, span, condition, { parts, prints }), asked)
  const labels = labelsOf(span, parts, zone)
  const found: FoundIssues = {
    limit,
    offset,
    results: issues.map(({ id, issue }) => shown(issue, id, zone, volumesOf(volumes?.rows ?? [], issue.print, labels))),
    hasMore: all.length > limit,
    span,
    ran: volumes === undefined ? ran : joinedRuns([ran, volumes])
  }
  return found
})
