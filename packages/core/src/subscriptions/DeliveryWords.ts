import type { Project } from "../identity/Project.ts"
import type { DeliveryContent, SentInsight, SentTable } from "./DeliveryContent.ts"
import type { Subscription } from "./Subscription.ts"
import type { SubscriptionDelivery } from "./SubscriptionDelivery.ts"
import { maxInsights } from "./SubscriptionInput.ts"

/** A delivery with all that its words are made of. */
export interface Delivered {
  readonly project: Project
  readonly subscription: Subscription
  readonly delivery: SubscriptionDelivery
  readonly content: DeliveryContent
  /** The server's own address, where it knows it. */
  readonly base: string | undefined
}

/** The title of a delivery: its own, or the name of what is sent. */
export const titleOf = ({ content, subscription }: Pick<Delivered, "content" | "subscription">): string => {
  const title = subscription.title === "" ? content.resource_name : subscription.title
  return title === "" ? `Subscription ${subscription.id}` : title
}

/** The address at which the console shows what is sent, where the server knows its own. */
export const pageOf = (
  { base, project, subscription }: Pick<Delivered, "base" | "project" | "subscription">
): string | undefined => {
  if (base === undefined) return undefined
  const { dashboard_id, insight_id } = subscription
  const page = dashboard_id === null ? `insights/${insight_id}` : `dashboards/${dashboard_id}`
  return `${base}/project/${project.id}/${page}`
}

/** The name of an insight. */
export const nameOf = ({ id, name }: Pick<SentInsight, "id" | "name">): string => name === "" ? `Insight ${id}` : name

/** The number of rows that a table leaves out, in words. */
export const moreRows = ({ more }: SentTable): string | undefined =>
  more === 0 ? undefined : more === 1 ? "1 more row" : `${more} more rows`

/** The number of insights that a delivery leaves out, in words. */
export const moreInsights = ({ more }: DeliveryContent): string | undefined =>
  more === 0 ? undefined : `The dashboard has ${more} more; a delivery shows at most ${maxInsights}.`

/** A table as lines of text. */
export const tableLines = (table: SentTable): ReadonlyArray<string> => {
  const named = table.columns.some((column) => column !== "")
  const lines = table.rows.map((row) => row.join(" | "))
  const more = moreRows(table)
  return [...named ? [table.columns.join(" | ")] : [], ...lines, ...more === undefined ? [] : [more]]
}
