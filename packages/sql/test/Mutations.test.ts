import { mutationsAreRead } from "./Mutations.ts"

mutationsAreRead(2_000)
