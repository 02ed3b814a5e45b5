import { Skeleton } from "@mantine/core"
import type { ReactNode } from "react"
import { Fault } from "./Fault.tsx"
import { ShowMore } from "./ShowMore.tsx"

/** The part of an infinite query that a list shows. */
interface Pages {
  readonly error: Error | null
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  readonly fetchNextPage: () => Promise<unknown>
  readonly refetch: () => Promise<unknown>
}

interface ListCardProps<Item extends object> {
  readonly label: string
  readonly pages: Pages
  /** The items of all pages; undefined until the first one is there. */
  readonly items: ReadonlyArray<Item> | undefined
  /** What stands where there is no item. */
  readonly empty: ReactNode
  /** The words of the button for further items. */
  readonly more?: string
  readonly children: (items: ReadonlyArray<Item>) => ReactNode
}

/** A list that is read page by page: its fault, its rows or what is said without any, and a button for further ones. */
export const ListCard = <Item extends object>(
  { children, empty, items, label, more = "Show more", pages }: ListCardProps<Item>
) => {
  const { error, fetchNextPage, hasNextPage, isFetchingNextPage, refetch } = pages
  return (
    <>
      {error === null ? null : <Fault error={error} onRetry={() => void refetch()} />}
      <section className="card" aria-label={label}>
        {items === undefined && error === null
          ? (
            <div style={{ padding: 12 }}>
              <Skeleton height={320} />
            </div>
          )
          : null}
        {items?.length === 0 ? empty : null}
        {items === undefined || items.length === 0 ? null : children(items)}
        <ShowMore isThere={hasNextPage} isLoading={isFetchingNextPage} onMore={() => void fetchNextPage()}>
          {more}
        </ShowMore>
      </section>
    </>
  )
}
