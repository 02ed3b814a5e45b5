import { enginesAgree } from "../query/Differential.ts"

enginesAgree(Number(process.env["DIFFERENTIAL_PLANS"] ?? 3_000), 101)
