import { assert, describe, it } from "@effect/vitest"
import { exampleInsights } from "@hedgerow/charts/documents/ExampleInsights"
