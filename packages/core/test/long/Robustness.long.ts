import { plansAreSound } from "../query/sql/Robustness.ts"

plansAreSound(5_000)
