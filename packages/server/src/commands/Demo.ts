import { bootstrap } from "@hedgerow/core/access/Bootstrap"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Clock from "effect/Clock"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { day, demoSizes, planText } from "../demo/DemoPlan.ts"
import { type Demo, makeDemo } from "../demo/MakeDemo.ts"
import { progressText } from "../transfer/Progress.ts"
import { findProject, oneProject } from "./FindProject.ts"
import { onDomain } from "./OnData.ts"
import { makeProgressLine } from "./ProgressLine.ts"

const words = ({ dashboard, plan, wasThere }: Demo, project: ProjectId): string =>
  `The demo ${wasThere ? "is there already" : "is made"}: ${planText(plan)}.\n`
  + `Its dashboard is /api/projects/${project}/dashboards/${dashboard}/?refresh=blocking`

/** `hedgerow demo`. */
export const demo = Command.make(
  "demo",
  {
    project: oneProject,
    small: Flag.Boolean("small").pipe(
      Flag.withDefault(false),
      Flag.withDescription("20,000 events of 1,000 persons instead of 200,000 of 5,000")
    ),
    seed: Flag.Int("seed").pipe(Flag.withDefault(1), Flag.withDescription("Another number makes other people"))
  },
  Effect.fn("hedgerow.demo")(function*({ project: id, seed, small }) {
    yield* onDomain((config) =>
      Effect.gen(function*() {
        const made = Option.getOrUndefined(yield* bootstrap(config.bootstrap))
        if (made !== undefined) yield* Console.log(`Personal API key  ${made.personalApiKey}   (shown once)`)
        const project = yield* findProject(id)
        const line = yield* makeProgressLine
        const begun = yield* Clock.currentTimeMillis
        const size = small ? demoSizes.small : demoSizes.large
        const wanted = { ...size, seed, start: Math.floor(begun / day) * day - size.days * day }
        const done = yield* makeDemo(
          project,
          wanted,
          (rows, { events }) =>
            Effect.flatMap(Clock.currentTimeMillis, (now) =>
              line.show(
                progressText({ label: "events", done: rows / events, rows, rowsOfRun: rows, millis: now - begun })
              ))
        )
        yield* line.end(words(done, id))
      })
    )
  })
).pipe(
  Command.withDescription("Fill a project with a product's data: events, flags, experiments, a survey, a dashboard")
)
