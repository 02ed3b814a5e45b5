import { hostileBodies } from "../HostileBodies.ts"

hostileBodies({ levels: 20_000, characters: 400_000 })
