import { enginesAgree } from "./Differential.ts"

enginesAgree(40)
