import { holdsBodies } from "../requests/HeldBodies.ts"

holdsBodies(true)
