import { agreesWithPosthogNode } from "./PosthogNodePairs.ts"

agreesWithPosthogNode({ pairs: 2_000, projects: 2 })
