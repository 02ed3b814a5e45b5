import { hostileBodies } from "./HostileBodies.ts"

hostileBodies({ levels: 2_000, characters: 15_000 })
