import { catalogueCalls } from "../query/differential/CatalogueCalls.ts"

catalogueCalls(3)
