import type { QueryPlan } from "@hedgerow/sql/plan/Plan"
import type { Rendered } from "@hedgerow/sql/postgresql/Parameters"
import * as PostgreSql from "@hedgerow/sql/postgresql/RenderSelect"
import type { Steps } from "@hedgerow/sql/types/Steps"
import { pgTable } from "./PgTables.ts"

/** The statement of a plan over the tables of a project, its columns in the form that `decodeRows` reads. */
export const renderPlan = (plan: QueryPlan): Rendered => PostgreSql.renderPlan(plan, pgTable)

/** The same, a long statement in steps. */
export const renderInSteps = (plan: QueryPlan): Steps<Rendered> => PostgreSql.renderInSteps(plan, pgTable)
