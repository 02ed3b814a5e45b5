import { plansAreSound } from "./Robustness.ts"

plansAreSound(150)
