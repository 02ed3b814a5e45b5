import { copiesFollow } from "../copies/Following.ts"

copiesFollow(25)
