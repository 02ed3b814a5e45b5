import { enginesAgree } from "../query/Differential.ts"

enginesAgree(Number(process.env["DIFFERENTIAL_PLANS"] ?? 600), 101)
