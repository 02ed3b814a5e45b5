import { DateTime } from "effect"

/** A time in UTC as ISO 8601; whole seconds are written without a fraction: `2026-01-05T09:00:00Z`. */
export const isoText = (time: DateTime.DateTime): string => DateTime.formatIso(time).replace(".000Z", "Z")

/** As `isoText`; null stays null. */
export const isoTextOrNull = (time: DateTime.DateTime | null): string | null => time === null ? null : isoText(time)
