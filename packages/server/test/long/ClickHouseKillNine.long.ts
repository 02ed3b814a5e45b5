import { killsInIngestion } from "../ClickHouseKillNine.ts"

killsInIngestion(10)
