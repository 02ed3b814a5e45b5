import { catalogueCalls } from "./differential/CatalogueCalls.ts"

catalogueCalls(1)
