import { enginesAgree } from "../query/Differential.ts"

enginesAgree(Number(process.env["DIFFERENTIAL_PLANS"] ?? 1_000), 101)
