import { catalogueEdges } from "../query/differential/CatalogueEdges.ts"

catalogueEdges(25)
