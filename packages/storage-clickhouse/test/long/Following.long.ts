import { copiesFollow } from "../replication/Following.ts"

copiesFollow(25)
