import { streamsRows } from "./StreamedRows.ts"

streamsRows(100_000, 40_000)
