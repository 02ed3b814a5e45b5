/** The levels of members by their numbers. */
export const levelNames: Readonly<Record<number, string>> = { 1: "Member", 8: "Admin", 15: "Owner" }

/** A level of members: 1 a member, 8 an admin, 15 an owner. */
export type Level = 1 | 8 | 15

/** The levels that somebody of this level may give. */
export const levelsBelow = (own: number): ReadonlyArray<Level> => own === 15 ? [1, 8, 15] : [1, 8]
