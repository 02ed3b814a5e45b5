/** The time zone of this computer, for times that belong to no project. */
export const zoneHere: string = Intl.DateTimeFormat().resolvedOptions().timeZone
