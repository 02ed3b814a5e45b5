import { enginesAgree } from "./Differential.ts"

enginesAgree(100)
