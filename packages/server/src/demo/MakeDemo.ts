import { Dashboards } from "@hedgerow/core/dashboards/Dashboards"
import type { Editing } from "@hedgerow/core/entities/Changes"
import { readExperimentFilter } from "@hedgerow/core/experiments/ExperimentList"
import { Experiments } from "@hedgerow/core/experiments/Experiments"
import { FeatureFlags } from "@hedgerow/core/flags/FeatureFlags"
import type { Project } from "@hedgerow/core/identity/Project"
import type { Page } from "@hedgerow/core/shared/Page"
import { Surveys } from "@hedgerow/core/surveys/Surveys"
import * as Effect from "effect/Effect"
import { storageTarget } from "../transfer/import/ImportTarget.ts"
import { type DemoEvent, demoEvents, type DemoSurvey } from "./DemoEvents.ts"
import { type DemoPlan, planText, readPlan } from "./DemoPlan.ts"
import { demoDashboard, demoExperiments, demoFlags, demoInsights, demoSurvey } from "./DemoRecords.ts"

const all = { limit: 1_000, offset: 0 }

/** The record that is there, or else the one that is made. */
const ensured = Effect.fnUntraced(function*<A, E1, R1, B, E2, R2>(
  list: Effect.Effect<Page<A>, E1, R1>,
  isIt: (item: A) => boolean,
  make: Effect.Effect<B, E2, R2>
) {
  const found = (yield* list).items.find(isIt)
  return found ?? (yield* make)
})

const said = (plan: DemoPlan): string => `Made by hedgerow demo: ${planText(plan)}`

const complete = ", complete"

/** The dashboard knows by its description what is made, so that a second run goes on with that, or has nothing to do. */
const makeDashboard = Effect.fnUntraced(function*(editing: Editing, wanted: DemoPlan) {
  const dashboards = yield* Dashboards
  const { items } = yield* dashboards.list(editing.project.id, { search: demoDashboard }, all)
  const found = items.find(({ name }) => name === demoDashboard)
  if (found === undefined) {
    const body = { name: demoDashboard, description: said(wanted), pinned: true }
    const { dashboard } = yield* dashboards.create(editing, body)
    return { id: dashboard.id, plan: wanted, isComplete: false }
  }
  const isComplete = found.description.endsWith(complete)
  return { id: found.id, plan: readPlan(found.description) ?? wanted, isComplete }
})

const makeFlags = Effect.fnUntraced(function*(editing: Editing) {
  const flags = yield* FeatureFlags
  for (const body of demoFlags) {
    const list = flags.list(editing.project.id, {}, all)
    yield* ensured(list, ({ key }) => key === body.key, flags.create(editing, body))
  }
})

const makeExperiments = Effect.fnUntraced(function*(editing: Editing, plan: DemoPlan) {
  const experiments = yield* Experiments
  for (const body of demoExperiments(plan)) {
    const list = experiments.list(editing.project.id, readExperimentFilter({}), all)
    yield* ensured(list, ({ name }) => name === body.name, experiments.create(editing, body))
  }
})

const makeSurvey = Effect.fnUntraced(function*(editing: Editing, plan: DemoPlan) {
  const surveys = yield* Surveys
  const body = demoSurvey(plan)
  const list = surveys.list(editing.project.id, {}, all)
  const { id, name } = yield* ensured(list, ({ name }) => name === body.name, surveys.create(editing, body))
  const survey: DemoSurvey = { id, name }
  return survey
})

const makeInsights = Effect.fnUntraced(function*(editing: Editing, dashboard: number) {
  const dashboards = yield* Dashboards
  const { items } = yield* dashboards.listInsights(editing.project.id, {}, all)
  const names = new Set(items.map(({ insight }) => insight.name))
  for (const body of demoInsights.filter(({ name }) => !names.has(name))) {
    yield* dashboards.createInsight(editing, { ...body, saved: true, dashboards: [dashboard] })
  }
})

/** About so many events are sent at a time, whole days of them. */
const eventsAtOnce = 5_000

/** The events of some days at a time. */
function* batchesOf(plan: DemoPlan, survey: DemoSurvey): Generator<ReadonlyArray<DemoEvent>, void, void> {
  let batch: Array<DemoEvent> = []
  for (const events of demoEvents(plan, survey)) {
    batch.push(...events)
    if (batch.length < eventsAtOnce) continue
    yield batch
    batch = []
  }
  yield batch
}

const sendEvents = Effect.fnUntraced(function*(
  project: Project,
  plan: DemoPlan,
  survey: DemoSurvey,
  onProgress: (events: number) => Effect.Effect<void>
) {
  const target = yield* storageTarget(project)
  let sent = 0
  for (const batch of batchesOf(plan, survey)) {
    if (batch.length === 0) continue
    yield* Effect.catchTag(target.send(batch.map((event) => JSON.stringify(event))), "BatchRefused", Effect.die)
    sent += batch.length
    yield* onProgress(sent)
  }
})

/** What was made, or was there. */
export interface Demo {
  readonly plan: DemoPlan
  readonly dashboard: number
  /** Whether all of it was there before. */
  readonly wasThere: boolean
}

/**
 * Fills a project with the data of a product, through the services that requests use. What is there is not made again:
 * a run after a kill goes on, and one after a whole run does nothing.
 */
export const makeDemo = Effect.fn("Demo.make")(function*(
  project: Project,
  wanted: DemoPlan,
  onProgress: (events: number, plan: DemoPlan) => Effect.Effect<void>
) {
  const editing: Editing = { actor: "system", project }
  const { id, isComplete, plan } = yield* makeDashboard(editing, wanted)
  const demo: Demo = { plan, dashboard: id, wasThere: isComplete }
  if (isComplete) return demo
  yield* makeFlags(editing)
  yield* makeExperiments(editing, plan)
  const survey = yield* makeSurvey(editing, plan)
  yield* sendEvents(project, plan, survey, (events) => onProgress(events, plan))
  yield* makeInsights(editing, id)
  const dashboards = yield* Dashboards
  yield* dashboards.patch(editing, String(id), { description: said(plan) + complete })
  return demo
})
