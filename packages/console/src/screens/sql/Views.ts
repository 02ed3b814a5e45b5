/** A view of a result beside its table, which an address may name. */
export type View = "chart" | "plan"

/** The view that a text names; undefined for the table. */
export const viewIn = (text: unknown): View | undefined => text === "chart" || text === "plan" ? text : undefined
