import { afterAll, beforeAll } from "@effect/vitest"
import { makeCopies } from "../DamagedCopies.ts"
import { survives } from "../DamagedStart.ts"
import { damages } from "../DamageMatrix.ts"

const { copyOf, fill, remove } = makeCopies()
beforeAll(fill)
afterAll(remove)

survives(damages(true), copyOf, true)
