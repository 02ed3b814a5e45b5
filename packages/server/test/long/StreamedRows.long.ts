import { streamsRows } from "../StreamedRows.ts"

streamsRows(1_000_000, 1_000_000)
