import { describe } from "@effect/vitest"
import { findsLift } from "../ExperimentEndToEnd.ts"

describe("an experiment whose 20,000 people come from posthog-node", () => findsLift(4000))
