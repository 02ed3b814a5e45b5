import { mutationsAreRead } from "../Mutations.ts"

mutationsAreRead(20_000)
