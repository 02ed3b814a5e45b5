import { catalogueEdges } from "./differential/CatalogueEdges.ts"

catalogueEdges(1)
