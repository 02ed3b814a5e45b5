import { describe } from "@effect/vitest"
import { findsLift } from "./ExperimentEndToEnd.ts"

describe("an experiment whose 5,000 people come from posthog-node", () => findsLift(1000))
