import { catalogueEdges } from "./differential/CatalogueEdges.ts"

catalogueEdges(3)
