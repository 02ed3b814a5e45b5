import { copiesFollow } from "./Following.ts"

copiesFollow(2)
