import { statements } from "./Statements.ts"

/** The kind of the query whose result an insight shows; the release before leaves it out of the rows it makes. */
export const addInsightQueryKind = statements([
  `ALTER TABLE insights ADD COLUMN query_kind text COLLATE "C"`,
  `UPDATE insights SET query_kind = CASE WHEN kind = 'HogQLQuery' THEN 'ServiceSqlQuery' ELSE kind END
    FROM (SELECT id AS insight_id, CASE
        WHEN query ->> 'kind' IN ('DataTableNode', 'DataVisualizationNode', 'InsightVizNode')
          AND jsonb_typeof(query -> 'source') = 'object'
        THEN query #>> '{source,kind}' ELSE query ->> 'kind' END AS kind FROM insights) AS kinds
    WHERE kinds.insight_id = insights.id`
])
