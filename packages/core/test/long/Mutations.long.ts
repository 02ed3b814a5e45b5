import { mutationsAreRead } from "../query/sql/Mutations.ts"

mutationsAreRead(20_000)
