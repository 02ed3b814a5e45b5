import { manyClientsAreServed } from "./QueryClients.ts"

manyClientsAreServed({ clients: 36, rounds: 2 }, { clients: 9, rounds: 1 })
