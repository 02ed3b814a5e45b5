import { ProjectData } from "@hedgerow/core/access/ProjectData"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { quoted } from "@hedgerow/sql/clickhouse/SqlText"
import { Effect, Layer, Option } from "effect"
import { ClickHouse } from "../client/ClickHouse.ts"
import { targetOf } from "../migrations/Migrations.ts"
import { onCluster } from "../schema/CreateTable.ts"
import { dropKeys } from "./DeletionKeys.ts"

/** The tables that hold rows of projects; `Distributed` ones and views hold none. */
const tablesSql = `SELECT t.name FROM system.tables t
  WHERE t.database = currentDatabase() AND t.engine LIKE '%MergeTree'
    AND t.name IN (SELECT table FROM system.columns WHERE database = currentDatabase() AND name = 'project_id')
  ORDER BY t.name`

/**
 * Removes a project's rows from one table for good: a mutation that rewrites the parts that have some, so that no part,
 * projection or mark of deletion keeps them. The statement ends when it is done. Without rows nothing is rewritten;
 * on a cluster other shards may have some.
 */
const removeFrom = Effect.fnUntraced(function*(table: string, project: ProjectId) {
  const clickhouse = yield* ClickHouse
  const params = { project }
  const name = `${clickhouse.database}.${quoted(table)}`
  if (Option.isNone(clickhouse.cluster)) {
    const sql = `SELECT 1 FROM ${name} WHERE project_id = {project:Int32} LIMIT 1`
    if ((yield* clickhouse.query({ sql, params })).rows.length === 0) return
  }
  const place = `${name}${onCluster(targetOf(clickhouse))}`
  yield* clickhouse.command({
    sql: `ALTER TABLE ${place} DELETE WHERE project_id = ${project}`,
    settings: { mutations_sync: 2 }
  })
})

const removeRows = Effect.fn("ClickHouseProjectData.remove")(function*(project: ProjectId) {
  const clickhouse = yield* ClickHouse
  const { rows } = yield* clickhouse.query({ sql: tablesSql })
  yield* Effect.forEach(rows, ([table]) => removeFrom(String(table), project), { discard: true })
  yield* dropKeys(project)
}, Effect.orDie)

/** Removal of projects from the storage beside the events, which then feeds no copies, and from ClickHouse. */
export const layer: Layer.Layer<ProjectData, never, ClickHouse | ProjectData> = Layer.effect(
  ProjectData,
  Effect.gen(function*() {
    const clickhouse = yield* ClickHouse
    const beside = yield* ProjectData
    return ProjectData.of({
      ...beside,
      remove: (project) =>
        Effect.andThen(beside.remove(project), Effect.provideService(removeRows(project), ClickHouse, clickhouse))
    })
  })
)
