import { agreesWithPosthogNode } from "../flags/evaluation/PosthogNodePairs.ts"

agreesWithPosthogNode({ pairs: 100_000, projects: 10 })
